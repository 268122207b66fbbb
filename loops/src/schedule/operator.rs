//! Operator facts: those that the text gives of an operator that starts from a seed.

use crate::nest::{Choice, Fold, Known, bare};
use crate::ordered::ToList;
use crate::scalar::constants;
use syn::{Expr, Lit, Pat, UnOp};

/// The operator tag: the facts about an operator that the runtime is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Nothing.
    Other,
    /// It is a known one.
    Known(Known),
    /// It is the least of numbers that starts from a number: a state is never `NaN`.
    Least,
    /// It is the greatest of numbers that starts from a number.
    Greatest,
    /// It is a tuple of operators.
    Tuple(Vec<Tag>),
}

impl Tag {
    /// The tag of an operator that starts from a seed.
    pub fn of(known: Option<&Known>, seed: &Expr) -> Tag {
        match known {
            None => Tag::Other,
            Some(Known::Tuple(components)) => {
                let components = components.iter().enumerate();
                let components =
                    components.map(|(index, known)| Tag::of(Some(known), component(seed, index)));
                Tag::Tuple(components.list())
            }
            Some(Known::Min) if is_number(seed) => Tag::Least,
            Some(Known::Max) if is_number(seed) => Tag::Greatest,
            Some(known) => Tag::Known(known.clone()),
        }
    }

    /// The tag of an operator, whatever its operands are.
    pub fn of_any(known: Option<&Known>) -> Tag {
        match known {
            None => Tag::Other,
            Some(Known::Tuple(components)) => {
                let components = components.iter();
                Tag::Tuple(components.map(|known| Tag::of_any(Some(known))).list())
            }
            Some(known) => Tag::Known(known.clone()),
        }
    }
}

/// Returns true for the operators whose order shows in the bits of floats.
pub(super) fn is_sum(known: &Known) -> bool {
    match known {
        Known::Add | Known::Mul => true,
        Known::Tuple(components) => components.iter().all(is_sum),
        _ => false,
    }
}

/// Returns true if the runtime takes the steps of a scan by this operator otherwise than by calling
/// it.
pub(super) fn has_own_step(known: &Known) -> bool {
    match known {
        Known::Min | Known::Max => true,
        Known::Tuple(components) => components.iter().all(has_own_step),
        _ => false,
    }
}

/// Returns true if a step of a scan takes several cycles, as far as the text says: that of an
/// operator of which nothing is known, and those of floats by their seed that are not sums. Those
/// of integers take one.
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

/// Returns true if a scan is by a known operator of integers, as far as the text of its seed says.
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

/// Returns true if a fold has the same bits whichever neighbours are combined first, as far as the text
/// says: it is of integers, or yields one of its elements.
pub(super) fn is_exact(fold: &Fold) -> bool {
    let seed = &fold.seed.expr;
    match &fold.known {
        None => selects(&fold.operator.expr),
        Some(known) => is_known_exact(known, seed),
    }
}

fn is_known_exact(known: &Known, seed: &Expr) -> bool {
    match known {
        Known::Tuple(components) => {
            let mut components = components.iter().enumerate();
            components.all(|(index, known)| is_known_exact(known, component(seed, index)))
        }
        Known::Add | Known::Mul => is_int(seed),
        _ => true,
    }
}

/// Returns true for an operator that yields one of its arguments: by a condition, or `|_, last| last`.
fn selects(operator: &Expr) -> bool {
    if Choice::of(operator).is_some() {
        return true;
    }
    let Expr::Closure(closure) = bare(operator) else {
        return false;
    };
    let Expr::Path(body) = bare(&closure.body) else {
        return false;
    };
    let is_it = |input: &Pat| matches!(input, Pat::Ident(name) if body.path.is_ident(&name.ident));
    closure.inputs.iter().any(is_it)
}

/// A component of a tuple, or the expression itself, where that is no tuple.
fn component(seed: &Expr, index: usize) -> &Expr {
    match bare(seed) {
        Expr::Tuple(tuple) => tuple.elems.get(index).unwrap_or(seed),
        other => other,
    }
}

/// Returns true if the text says that a float is not `NaN`: a literal, or one of the constants that
/// seeds usually are.
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
                .list();
            matches!(&names[..], [.., owner, name] if constants::is_number(owner, name))
        }
        _ => false,
    }
}

/// Returns true for the literal of an integer.
fn is_int(seed: &Expr) -> bool {
    match bare(seed) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
        Expr::Unary(unary) => is_int(&unary.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Tag, is_known_exact, is_of_integers, selects, takes_long};

    fn of(known: Known, seed: &str) -> Tag {
        let seed = syn::parse_str(seed).expect("a Rust expression");
        Tag::of(Some(&known), &seed)
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
            assert_eq!(of(Known::Min, number), Tag::Least, "{number}");
            assert_eq!(of(Known::Max, number), Tag::Greatest, "{number}");
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
            assert_eq!(of(Known::Min, other), Tag::Known(Known::Min), "{other}");
            assert_eq!(of(Known::Max, other), Tag::Known(Known::Max), "{other}");
        }
        assert_eq!(of(Known::Add, "0.0"), Tag::Known(Known::Add));
    }

    #[test]
    fn tuples_look_at_their_own_component() {
        let tuple = |tags: [Tag; 2]| Tag::Tuple(tags.into());
        let max = || Tag::Known(Known::Max);
        let box_of = || Known::Tuple(vec![Known::Min, Known::Max]);
        assert_eq!(
            of(box_of(), "(f64::INFINITY, high)"),
            tuple([Tag::Least, max()])
        );
        assert_eq!(
            of(box_of(), "((f64::INFINITY), -1.0)"),
            tuple([Tag::Least, Tag::Greatest])
        );
        assert_eq!(
            of(box_of(), "START"),
            tuple([Tag::Known(Known::Min), max()])
        );
        let nested = Known::Tuple(vec![Known::Add, box_of()]);
        let least_and_greatest = tuple([Tag::Least, Tag::Greatest]);
        let expected = tuple([Tag::Known(Known::Add), least_and_greatest]);
        assert_eq!(of(nested, "(0, (1.0, 2.0))"), expected);
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
    fn folds_of_exact_bits_are_told_by_their_text() {
        let text = |text| syn::parse_str(text).expect("an expression");
        let exact = |known: Known, seed| is_known_exact(&known, &text(seed));
        assert!(selects(&text("|_, last| last")));
        assert!(selects(&text("|a, b| if a.0 < b.0 { b } else { a }")));
        assert!(!selects(&text("|a, b| (a + b) / 2.0")));
        assert!(exact(Known::Max, "0.0"));
        assert!(exact(Known::Add, "0"));
        assert!(!exact(Known::Add, "0.0"));
        assert!(!exact(Known::Mul, "start"));
        let both = || Known::Tuple(vec![Known::Min, Known::Add]);
        assert!(exact(both(), "(0.0, 0)"));
        assert!(!exact(both(), "(0.0, 0.0)"));
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
