//! The runtime's markers for operators, which say what it may rely on.

use crate::nest::{Known, bare};
use crate::scalar::constants;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, Lit, UnOp};

/// The marker for an operator that starts from a seed.
pub(super) fn marker(rt: &TokenStream, known: Option<&Known>, seed: &Expr) -> TokenStream {
    let name = match known {
        Some(Known::Tuple(components)) => {
            let components = components.iter().enumerate();
            let components =
                components.map(|(index, known)| marker(rt, Some(known), component(seed, index)));
            return quote!((#(#components,)*));
        }
        Some(Known::Add) => "Add",
        Some(Known::Mul) => "Mul",
        Some(Known::Min) if is_number(seed) => "Least",
        Some(Known::Min) => "Min",
        Some(Known::Max) if is_number(seed) => "Greatest",
        Some(Known::Max) => "Max",
        Some(Known::And) => "And",
        Some(Known::Or) => "Or",
        Some(Known::Xor) => "Xor",
        Some(Known::WrappingAdd) => "WrappingAdd",
        Some(Known::WrappingMul) => "WrappingMul",
        None => "Other",
    };
    let name = Ident::new(name, Span::call_site());
    quote!(#rt::op::#name)
}

/// Whether the runtime takes the steps of a scan by this operator otherwise than
/// by calling it.
pub(super) fn has_steps(known: &Known) -> bool {
    match known {
        Known::Min | Known::Max => true,
        Known::Tuple(components) => components.iter().all(has_steps),
        _ => false,
    }
}

/// Whether a step of a scan takes several cycles, as far as the text says: that of an operator of which nothing is
/// known, and those of floats by their seed that are not sums. Those of integers take one.
pub(super) fn takes_long(known: Option<&Known>, seed: &Expr) -> bool {
    match known {
        None => true,
        Some(Known::Tuple(components)) => {
            let mut components = components.iter().enumerate();
            components.any(|(index, known)| takes_long(Some(known), component(seed, index)))
        }
        Some(Known::Min | Known::Max | Known::Mul) => is_number(seed) && !is_int(seed),
        Some(_) => false,
    }
}

/// Whether a scan is by a known operator of integers, as far as the text of its seed says.
pub(super) fn is_of_integers(known: Option<&Known>, seed: &Expr) -> bool {
    match known {
        None => false,
        Some(Known::Tuple(components)) => {
            let mut components = components.iter().enumerate();
            components.all(|(index, known)| is_of_integers(Some(known), component(seed, index)))
        }
        Some(_) => is_int(seed),
    }
}

/// A component of a tuple, or the expression itself, where that is no tuple.
fn component(seed: &Expr, index: usize) -> &Expr {
    match bare(seed) {
        Expr::Tuple(tuple) => tuple.elems.get(index).unwrap_or(seed),
        other => other,
    }
}

/// Whether the text says that a float is not `NaN`: a literal, or one of the
/// constants that seeds usually are.
fn is_number(seed: &Expr) -> bool {
    match bare(seed) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_) | Lit::Int(_)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => is_number(&unary.expr),
        Expr::Path(path) if path.qself.is_none() => {
            let names: Vec<String> = path
                .path
                .segments
                .iter()
                .map(|part| part.ident.to_string())
                .collect();
            matches!(&names[..], [.., owner, name] if constants::is_number(owner, name))
        }
        _ => false,
    }
}

/// Whether it is the literal of an integer.
fn is_int(seed: &Expr) -> bool {
    match bare(seed) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
        Expr::Unary(unary) => is_int(&unary.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, is_of_integers, marker, takes_long};
    use quote::quote;

    fn of(known: Known, seed: &str) -> String {
        let seed = syn::parse_str(seed).expect("a Rust expression");
        let marker = marker(&quote!(rt), Some(&known), &seed).to_string();
        marker.replace(' ', "").replace("rt::op::", "")
    }

    #[test]
    fn numbers_are_told_from_what_may_be_none() {
        for number in [
            "0.0",
            "-1.5_f32",
            "f64::INFINITY",
            "(-f64::MAX)",
            "std::f32::MIN",
            "7",
        ] {
            assert_eq!(of(Known::Min, number), "Least", "{number}");
            assert_eq!(of(Known::Max, number), "Greatest", "{number}");
        }
        for other in [
            "f64::NAN",
            "seed",
            "f64::MAX / 0.0",
            "MAX",
            "mine::MAX",
            "f(1.0)",
            "xs[0]",
        ] {
            assert_eq!(of(Known::Min, other), "Min", "{other}");
            assert_eq!(of(Known::Max, other), "Max", "{other}");
        }
        assert_eq!(of(Known::Add, "0.0"), "Add");
    }

    #[test]
    fn tuples_look_at_their_own_component() {
        let box_of = || Known::Tuple(vec![Known::Min, Known::Max]);
        assert_eq!(of(box_of(), "(f64::INFINITY, high)"), "(Least,Max,)");
        assert_eq!(of(box_of(), "((f64::INFINITY), -1.0)"), "(Least,Greatest,)");
        assert_eq!(of(box_of(), "START"), "(Min,Max,)");
        let nested = Known::Tuple(vec![Known::Add, box_of()]);
        assert_eq!(of(nested, "(0, (1.0, 2.0))"), "(Add,(Least,Greatest,),)");
    }

    #[test]
    fn steps_of_floats_other_than_sums_take_long() {
        let long = |known: Option<&Known>, seed: &str| {
            takes_long(known, &syn::parse_str(seed).expect("a Rust expression"))
        };
        assert!(long(None, "0"));
        assert!(long(Some(&Known::Max), "f32::NEG_INFINITY"));
        assert!(long(Some(&Known::Mul), "(-1.0)"));
        for (known, seed) in [
            (Known::Add, "0.0"),
            (Known::Max, "0"),
            (Known::Max, "-1_i32"),
            (Known::Max, "i32::MIN"),
            (Known::Max, "seed"),
            (Known::And, "true"),
        ] {
            assert!(!long(Some(&known), seed), "{known:?} from {seed}");
        }
        let pair = Known::Tuple(vec![Known::Add, Known::Mul]);
        assert!(long(Some(&pair), "(0.0, 1.0)"));
        assert!(!long(Some(&pair), "(0.0, 1)"));
    }

    #[test]
    fn integers_are_told_by_their_seeds() {
        let of = |known: Known, seed: &str| {
            let seed = syn::parse_str(seed).expect("an expression");
            is_of_integers(Some(&known), &seed)
        };
        let both = Known::Tuple(vec![Known::Add, Known::Max]);
        assert!(of(Known::Add, "0"));
        assert!(of(Known::Max, "(-5)"));
        assert!(of(both.clone(), "(0, 1)"));
        for (known, seed) in [
            (Known::Add, "0.0"),
            (Known::Add, "start"),
            (both, "(0, 1.0)"),
        ] {
            assert!(!of(known, seed), "{seed}");
        }
        let seed = syn::parse_str("0").expect("an expression");
        assert!(!is_of_integers(None, &seed));
    }
}
