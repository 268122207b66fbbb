//! Operators as Rust.

use crate::program::Operator;
use crate::ty::{Prim, Ty};

/// The worker that an operator is, for elements of a type.
pub(super) fn text(operator: &Operator, ty: &Ty, annotated: bool) -> String {
    let of = |prim: Prim, operator: &Operator| -> String {
        let name = prim.name();
        match operator {
            Operator::Min => format!("{name}::min"),
            Operator::Max => format!("{name}::max"),
            Operator::WrappingAdd => format!("{name}::wrapping_add"),
            Operator::WrappingMul => format!("{name}::wrapping_mul"),
            other => unreachable!("{other:?} has no path"),
        }
    };
    let types = match ty {
        Ty::Prim(prim) => vec![*prim],
        Ty::Tuple(_) => ty.leaves(),
    };
    let params = |left: &str, right: &str| match annotated || !infers(operator) {
        true => format!("|{left}: {ty}, {right}: {ty}|"),
        false => format!("|{left}, {right}|"),
    };
    match operator {
        Operator::Path(inner) => of(types[0], inner),
        Operator::Each(operators) => {
            let side = |letter: &str| {
                let names: Vec<String> = (0..operators.len())
                    .map(|k| format!("{letter}{k}"))
                    .collect();
                format!("({})", names.join(", "))
            };
            let parts: Vec<String> = operators
                .iter()
                .zip(&types)
                .enumerate()
                .map(|(k, (operator, prim))| {
                    simple(operator, *prim, &format!("a{k}"), &format!("b{k}"))
                })
                .collect();
            format!("{} ({})", params(&side("a"), &side("b")), parts.join(", "))
        }
        Operator::Affine => {
            let body = "(a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))";
            format!("{} {body}", params("(a, b)", "(c, d)"))
        }
        Operator::ArgMax => {
            let body = "if c > a { (c, d) } else { (a, b) }";
            format!("{} {body}", params("(a, b)", "(c, d)"))
        }
        Operator::Segmented => {
            let body = "(a || c, if c { d } else { b + d })";
            format!("{} {body}", params("(a, b)", "(c, d)"))
        }
        other => {
            let left = if *other == Operator::Last { "_" } else { "a" };
            let right = if *other == Operator::First { "_" } else { "b" };
            format!(
                "{} {}",
                params(left, right),
                simple(other, types[0], "a", "b")
            )
        }
    }
}

fn simple(operator: &Operator, prim: Prim, a: &str, b: &str) -> String {
    match operator {
        Operator::Add => format!("{a} + {b}"),
        Operator::Mul => format!("{a} * {b}"),
        Operator::And => format!("{a} & {b}"),
        Operator::Or => format!("{a} | {b}"),
        Operator::Xor => format!("{a} ^ {b}"),
        Operator::AndAlso => format!("{a} && {b}"),
        Operator::OrElse => format!("{a} || {b}"),
        Operator::Min => format!("{a}.min({b})"),
        Operator::Max => format!("{a}.max({b})"),
        Operator::WrappingAdd => format!("{a}.wrapping_add({b})"),
        Operator::WrappingMul => format!("{a}.wrapping_mul({b})"),
        Operator::First => a.to_owned(),
        Operator::Last => b.to_owned(),
        Operator::LastSet => {
            let set = match prim {
                Prim::Bool => b.to_owned(),
                prim if prim.is_float() => format!("{b} != 0.0"),
                _ => format!("{b} != 0"),
            };
            format!("if {set} {{ {b} }} else {{ {a} }}")
        }
        Operator::Step if prim == Prim::Bool => format!("!({a} & {b})"),
        Operator::Step => format!("{a}.wrapping_mul(3).wrapping_add({b})"),
        other => unreachable!("{other:?} is for tuples"),
    }
}

/// Returns true if Rust needs no types of the parameters: nothing calls a method.
fn infers(operator: &Operator) -> bool {
    match operator {
        Operator::Add
        | Operator::Mul
        | Operator::And
        | Operator::Or
        | Operator::Xor
        | Operator::AndAlso
        | Operator::OrElse
        | Operator::First
        | Operator::Last
        | Operator::LastSet
        | Operator::ArgMax
        | Operator::Segmented => true,
        Operator::Each(operators) => operators.iter().all(infers),
        _ => false,
    }
}

/// Returns true if the type of a literal seed follows from the rest.
pub(super) fn is_typed(operator: &Operator, annotated: bool) -> bool {
    annotated || matches!(operator, Operator::Path(_)) || infers(operator)
}
