//! Literals as values of a type.

use super::error::Fault;
use super::literal::Literal;
use super::value::Value;
use crate::scalar::Prim;

impl Literal {
    /// Returns the literal as a value of the type.
    pub fn at(self, prim: Prim) -> Result<Value, Fault> {
        match self {
            Literal::Zero => zero_at(prim),
            Literal::Int { value, bits } => int_at(value, bits, prim),
            Literal::Float { double, single } => match prim {
                Prim::F64 => Ok(Value::F64(double)),
                Prim::F32 => Ok(Value::F32(single)),
                _ => Err(mismatch(prim, "floating-point number")),
            },
        }
    }

    /// Returns the literal at the type that Rust falls back to: `i32` or `f64`.
    pub fn at_default(self) -> Result<Value, Fault> {
        match self {
            Literal::Zero | Literal::Int { .. } => self.at(Prim::I32),
            Literal::Float { .. } => self.at(Prim::F64),
        }
    }
}

fn zero_at(prim: Prim) -> Result<Value, Fault> {
    match prim {
        Prim::F64 => Ok(Value::F64(0.0)),
        Prim::F32 => Ok(Value::F32(0.0)),
        Prim::Bool => Ok(Value::Bool(false)),
        Prim::Char => Ok(Value::Char('\0')),
        prim => int_at(0, false, prim),
    }
}

fn mismatch(prim: Prim, found: &str) -> Fault {
    Fault::Types(format!("expected `{}`, found {found}", prim.name()))
}

fn int_at(value: i128, bits: bool, prim: Prim) -> Result<Value, Fault> {
    macro_rules! at {
        ($($prim:ident $ty:ident),*) => {
            match prim {
                $(Prim::$prim => {
                    // Two's complement: the low bits of the complement are the
                    // complement of the low bits.
                    let fits = if bits { Some(value as $ty) } else { $ty::try_from(value).ok() };
                    fits.map(Value::$prim)
                })*
                Prim::F32 | Prim::F64 | Prim::Bool | Prim::Char => {
                    return Err(mismatch(prim, "integer"));
                }
            }
        };
    }
    let at = at!(
        I8 i8, I16 i16, I32 i32, I64 i64, I128 i128, Isize isize,
        U8 u8, U16 u16, U32 u32, U64 u64, U128 u128, Usize usize
    );
    at.ok_or_else(|| Fault::Types(format!("`{value}` is out of range for `{}`", prim.name())))
}
