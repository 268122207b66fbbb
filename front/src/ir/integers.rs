//! The types of the integers of a program, as far as its text tells.

use super::{Op, Program, ScalarId, arithmetic};
use crate::ordered::ToList;
use proc_macro2::Ident;
use syn::{Expr, Lit, Type};

const INTEGERS: [&str; 12] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

impl Program {
    /// The type of a scalar, if it is an integer.
    pub fn integer(&self, scalar: ScalarId) -> Option<&'static str> {
        let described = &self.scalars[scalar];
        if let Some(ty) = &described.ty {
            return integer_type(ty);
        }
        match &self.bindings[described.origin?].op {
            Op::Host { value } => {
                let scalar = |name: &Ident| {
                    let mut scalars = value.scalars.iter().copied();
                    scalars.find(|scalar| self.scalars[*scalar].name == *name)
                };
                self.integer_of(&value.expr, &scalar)
            }
            Op::Length { .. } => Some("usize"),
            _ => None,
        }
    }

    /// The type of an expression, if it is arithmetic on numbers of which one has a known type.
    fn integer_of(
        &self,
        expr: &Expr,
        scalar: &dyn Fn(&Ident) -> Option<ScalarId>,
    ) -> Option<&'static str> {
        match expr {
            Expr::Path(path) => self.integer(scalar(path.path.get_ident()?)?),
            // `usize::saturating_sub(n, 1)`
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => known(&path.path.segments.first()?.ident.to_string()),
                _ => None,
            },
            Expr::Cast(cast) => integer_type(&cast.ty),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => known(number.suffix()),
                _ => None,
            },
            // The number of places by which bits are shifted may have any type.
            Expr::Binary(binary) if arithmetic::is_arithmetic(&binary.op) => {
                let operands = [&binary.left, &binary.right];
                let mut types = operands
                    .iter()
                    .map(|operand| self.integer_of(operand, scalar));
                types.find_map(|ty| ty)
            }
            Expr::Binary(_) | Expr::Range(_) => None,
            other => {
                let operands = arithmetic::operands(other);
                let types = operands.into_iter();
                let types = types.map(|operand| self.integer_of(operand, scalar));
                types.list().into_iter().find_map(|ty| ty)
            }
        }
    }
}

fn integer_type(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Path(path) => known(&path.path.get_ident()?.to_string()),
        Type::Paren(inner) => integer_type(&inner.elem),
        Type::Group(inner) => integer_type(&inner.elem),
        _ => None,
    }
}

fn known(name: &str) -> Option<&'static str> {
    INTEGERS.into_iter().find(|known| *known == name)
}
