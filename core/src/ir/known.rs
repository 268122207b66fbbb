//! Operators that the runtime knows: their neutral element, and that they
//! commute.
//!
//! Recognition is by shape only (`|a, b| a + b`, `f64::min`); whether the
//! operator really is the built-in one depends on the element type, which the
//! runtime decides. A user's own `Add` is thus merely associative.

use proc_macro2::Ident;
use syn::{BinOp, Expr, Pat};

/// An operator of known meaning on the built-in types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Known {
    /// The operator that a worker of two arguments is, if it is one of these.
    pub fn of(worker: &Expr) -> Option<Known> {
        match worker {
            Expr::Closure(closure) => {
                let mut params = closure.inputs.iter().map(parameter);
                let (Some(Some(first)), Some(Some(second)), None) =
                    (params.next(), params.next(), params.next())
                else {
                    return None;
                };
                of_body(&closure.body, first, second)
            }
            Expr::Paren(paren) => Known::of(&paren.expr),
            Expr::Group(group) => Known::of(&group.expr),
            Expr::Path(path) if path.qself.is_none() => of_path(&path.path),
            _ => None,
        }
    }
}

/// The name that a closure parameter binds, where it is a plain name.
fn parameter(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(&ident.ident),
        Pat::Type(typed) => parameter(&typed.pat),
        Pat::Paren(paren) => parameter(&paren.pat),
        _ => None,
    }
}

fn of_body(body: &Expr, first: &Ident, second: &Ident) -> Option<Known> {
    // Every operator here commutes, so either order of the names will do.
    let both = |a: &Expr, b: &Expr| {
        (is_name(a, first) && is_name(b, second)) || (is_name(a, second) && is_name(b, first))
    };
    match body {
        Expr::Paren(paren) => of_body(&paren.expr, first, second),
        Expr::Group(group) => of_body(&group.expr, first, second),
        Expr::Block(block) if block.label.is_none() => match &block.block.stmts[..] {
            [syn::Stmt::Expr(expr, None)] => of_body(expr, first, second),
            _ => None,
        },
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

fn is_name(expr: &Expr, name: &Ident) -> bool {
    match expr {
        Expr::Path(path) => path.path.is_ident(name),
        Expr::Paren(paren) => is_name(&paren.expr, name),
        Expr::Group(group) => is_name(&group.expr, name),
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
    use super::Known;

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
