//! Operators that the runtime knows: their neutral element, and that they
//! commute.
//!
//! Recognition is by shape only (`|a, b| a + b`, `f64::min`); whether the
//! operator really is the built-in one depends on the element type, which the
//! runtime decides. A user's own `Add` is thus merely associative.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprClosure, Member, Pat};

/// An operator of known meaning on the built-in types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// `a + b`
    Add,
    /// `a * b`
    Mul,
    /// `a.min(b)`
    Min,
    /// `a.max(b)`
    Max,
    /// `a & b`, `a && b`
    And,
    /// `a | b`, `a || b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a.wrapping_add(b)`
    WrappingAdd,
    /// `a.wrapping_mul(b)`
    WrappingMul,
    /// Of tuples: one of these for each component.
    Tuple(Vec<Known>),
}

impl Known {
    /// The operator that a worker of two arguments is, if it is one of these.
    pub fn of(worker: &Expr) -> Option<Known> {
        match worker {
            Expr::Closure(closure) => {
                let (first, second) = parameters(closure)?;
                of_body(&closure.body, &first, &second)
            }
            Expr::Paren(paren) => Known::of(&paren.expr),
            Expr::Group(group) => Known::of(&group.expr),
            Expr::Path(path) if path.qself.is_none() => of_path(&path.path),
            _ => None,
        }
    }
}

/// The most components of a tuple of operators: as many as the runtime takes.
const MOST: usize = 8;

/// What a part of a parameter is called in the closure's body.
#[derive(Clone)]
enum Place {
    /// By this name.
    Name(Ident),
    /// As a field of another place.
    Field(Box<Place>, u32),
    /// Its components are places of their own.
    Tuple(Vec<Place>),
    /// It has no name.
    None,
}

impl Place {
    fn of(pattern: &Pat) -> Place {
        match pattern {
            Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                Place::Name(ident.ident.clone())
            }
            Pat::Type(typed) => Place::of(&typed.pat),
            Pat::Paren(paren) => Place::of(&paren.pat),
            Pat::Tuple(tuple) if !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))) => {
                Place::Tuple(tuple.elems.iter().map(Place::of).collect())
            }
            _ => Place::None,
        }
    }

    fn component(&self, index: usize) -> Place {
        match self {
            Place::Name(_) | Place::Field(..) => {
                let index = u32::try_from(index).expect("tuples are short");
                Place::Field(Box::new(self.clone()), index)
            }
            Place::Tuple(places) => places.get(index).cloned().unwrap_or(Place::None),
            Place::None => Place::None,
        }
    }

    /// Whether an expression is this place and no more.
    fn is(&self, expr: &Expr) -> bool {
        match (self, expr) {
            (_, Expr::Paren(paren)) => self.is(&paren.expr),
            (_, Expr::Group(group)) => self.is(&group.expr),
            (Place::Name(name), Expr::Path(path)) => path.path.is_ident(name),
            (Place::Field(of, index), Expr::Field(field)) => {
                matches!(&field.member, Member::Unnamed(at) if at.index == *index)
                    && of.is(&field.base)
            }
            _ => false,
        }
    }
}

/// The two parameters of a closure.
fn parameters(closure: &ExprClosure) -> Option<(Place, Place)> {
    let mut params = closure.inputs.iter().map(Place::of);
    match (params.next(), params.next(), params.next()) {
        (Some(first), Some(second), None) => Some((first, second)),
        _ => None,
    }
}

fn of_body(body: &Expr, first: &Place, second: &Place) -> Option<Known> {
    // Every operator here commutes, so either order of the names will do.
    let both = |a: &Expr, b: &Expr| (first.is(a) && second.is(b)) || (second.is(a) && first.is(b));
    match body {
        Expr::Paren(paren) => of_body(&paren.expr, first, second),
        Expr::Group(group) => of_body(&group.expr, first, second),
        Expr::Block(_) => of_body(only(body)?, first, second),
        Expr::Tuple(tuple) if (2..=MOST).contains(&tuple.elems.len()) => {
            let components = tuple.elems.iter().enumerate();
            components
                .map(|(index, body)| {
                    of_body(body, &first.component(index), &second.component(index))
                })
                .collect::<Option<_>>()
                .map(Known::Tuple)
        }
        Expr::Binary(binary) if both(&binary.left, &binary.right) => match binary.op {
            BinOp::Add(_) => Some(Known::Add),
            BinOp::Mul(_) => Some(Known::Mul),
            BinOp::BitAnd(_) | BinOp::And(_) => Some(Known::And),
            BinOp::BitOr(_) | BinOp::Or(_) => Some(Known::Or),
            BinOp::BitXor(_) => Some(Known::Xor),
            _ => None,
        },
        // `a.min(b)` on floats is not quite symmetric in the sign of zero, but
        // either sign is a correct answer there.
        Expr::MethodCall(call) if call.args.len() == 1 && both(&call.receiver, &call.args[0]) => {
            of_method(&call.method)
        }
        Expr::Call(call) if call.args.len() == 2 && both(&call.args[0], &call.args[1]) => {
            match &*call.func {
                Expr::Path(path) if path.qself.is_none() => of_path(&path.path),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The one expression of a block.
fn only(block: &Expr) -> Option<&Expr> {
    match block {
        Expr::Block(block) if block.label.is_none() => match &block.block.stmts[..] {
            [syn::Stmt::Expr(expr, None)] => Some(expr),
            _ => None,
        },
        _ => None,
    }
}

/// An operator that yields one of its arguments: `|a, b| if c { b } else { a }`.
#[derive(Clone, Debug)]
pub struct Choice<'e> {
    /// The operator.
    pub operator: &'e ExprClosure,
    /// When it yields the second argument: an expression over the names of both.
    pub takes_second: Expr,
}

impl Choice<'_> {
    /// The choice that an operator makes, if it is one of these.
    pub fn of(operator: &Expr) -> Option<Choice<'_>> {
        let closure = match operator {
            Expr::Closure(closure) => closure,
            Expr::Paren(paren) => return Choice::of(&paren.expr),
            Expr::Group(group) => return Choice::of(&group.expr),
            _ => return None,
        };
        let (first, second) = parameters(closure)?;
        let (Place::Name(a), Place::Name(b)) = (&first, &second) else {
            return None;
        };
        let body = only(&closure.body).unwrap_or(&closure.body);
        let Expr::If(choice) = body else {
            return None;
        };
        let taken = match &choice.then_branch.stmts[..] {
            [syn::Stmt::Expr(expr, None)] => expr,
            _ => return None,
        };
        let left = only(&choice.else_branch.as_ref()?.1)?;
        let condition = &choice.cond;
        // A parameter that only the branches name would be reported as unused.
        let names = condition.to_token_stream();
        if has_let(condition) || !names_in(&names, a) || !names_in(&names, b) {
            return None;
        }
        let takes_second: Expr = if second.is(taken) && first.is(left) {
            (**condition).clone()
        } else if first.is(taken) && second.is(left) {
            syn::parse_quote!(!(#condition))
        } else {
            return None;
        };
        Some(Choice {
            operator: closure,
            takes_second,
        })
    }
}

/// Whether a name occurs in tokens.
fn names_in(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => names_in(&group.stream(), name),
        _ => false,
    })
}

/// Whether a condition binds names, so that it stands only after `if`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn of_method(method: &Ident) -> Option<Known> {
    match method.to_string().as_str() {
        "min" => Some(Known::Min),
        "max" => Some(Known::Max),
        "wrapping_add" => Some(Known::WrappingAdd),
        "wrapping_mul" => Some(Known::WrappingMul),
        _ => None,
    }
}

/// `f64::min`, `u32::wrapping_add`, `std::cmp::max`, `Ord::min`, …
fn of_path(path: &syn::Path) -> Option<Known> {
    const OWNERS: &[&str] = &[
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
        "f32", "f64", "cmp", "Ord",
    ];
    let segments: Vec<&syn::PathSegment> = path.segments.iter().collect();
    let [.., owner, function] = segments[..] else {
        return None;
    };
    let owned = OWNERS.iter().any(|name| owner.ident == name);
    (owned && function.arguments.is_none())
        .then(|| of_method(&function.ident))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::{Choice, Known};
    use quote::ToTokens;

    fn known(source: &str) -> Option<Known> {
        Known::of(&syn::parse_str(source).expect("a Rust expression"))
    }

    #[test]
    fn recognises_the_usual_ways_to_write_them() {
        assert_eq!(known("|a, b| a + b"), Some(Known::Add));
        assert_eq!(known("|a: f64, b| { b + a }"), Some(Known::Add));
        assert_eq!(known("|x, y| x.max(y)"), Some(Known::Max));
        assert_eq!(known("f64::min"), Some(Known::Min));
        assert_eq!(known("std::cmp::max"), Some(Known::Max));
        assert_eq!(
            known("|a, b| u32::wrapping_add(a, b)"),
            Some(Known::WrappingAdd)
        );
        assert_eq!(known("|a, b| a && b"), Some(Known::And));
    }

    #[test]
    fn recognises_them_in_tuples() {
        let both = || Some(Known::Tuple(vec![Known::Add, Known::Min]));
        assert_eq!(known("|(a, b), (c, d)| (a + c, b.min(d))"), both());
        assert_eq!(known("|a, b| (a.0 + b.0, f64::min(b.1, a.1))"), both());
        assert_eq!(
            known("|a: (f64, f64), (c, d)| { (a.0 + c, a.1.min(d)) }"),
            both()
        );
        assert_eq!(
            known("|(p, q), b| (p + b.0, (q.0 | b.1.0, q.1 * b.1.1))"),
            Some(Known::Tuple(vec![
                Known::Add,
                Known::Tuple(vec![Known::Or, Known::Mul])
            ]))
        );
        assert_eq!(known("|(a, b), (c, d)| (a + d, b + c)"), None);
        assert_eq!(known("|a, b| (a.0 + b.0, a.1)"), None);
        assert_eq!(known("|a, b| (a.0 + b.0, a.0 + b.1)"), None);
        assert_eq!(known("|(a, _), (c, d)| (a + c, d + d)"), None);
        assert_eq!(known("|(a, ..), (c, ..)| (a + c, a + c)"), None);
        assert_eq!(known("|a, b| a.0 + b.0"), None);
    }

    #[test]
    fn recognises_operators_that_choose() {
        let condition = |source| {
            let operator = syn::parse_str(source).expect("a Rust expression");
            Choice::of(&operator).map(|choice| choice.takes_second.to_token_stream().to_string())
        };
        let expected = |source: &str| {
            let condition: syn::Expr = syn::parse_str(source).expect("a Rust expression");
            Some(condition.to_token_stream().to_string())
        };
        assert_eq!(
            condition("|a, b| if b.0 < a.0 { b } else { a }"),
            expected("b.0 < a.0")
        );
        assert_eq!(
            condition("|a: P, b: P| -> P { if f(a) <= f(b) { a } else { b } }"),
            expected("!(f(a) <= f(b))")
        );
        assert_eq!(condition("|a, b| if b < a { b } else { b }"), None);
        assert_eq!(condition("|a, b| if b < a { b } else { a + 1 }"), None);
        assert_eq!(
            condition("|a, b| if let Some(x) = a { b } else { a }"),
            None
        );
        assert_eq!(condition("|a, b| if b { b; a } else { a }"), None);
        assert_eq!(condition("f64::min"), None);
    }

    #[test]
    fn leaves_everything_else_alone() {
        assert_eq!(known("|a, b| a - b"), None);
        assert_eq!(known("|a, b| a + a"), None);
        assert_eq!(known("|a, b| a + b + 1"), None);
        assert_eq!(known("|a, b| if a < b { a } else { b }"), None);
        assert_eq!(known("mine::min"), None);
        assert_eq!(known("|(a, b), c| a + b"), None);
        assert_eq!(known("|a| a + a"), None);
    }
}
