//! Random operators: associative ones are never refuted, others usually are.

#[path = "support/operators.rs"]
mod operators;

use fusus_rng::Rng;
use operators::{fold, judged};

/// An associative operator on floats: a known one, seen through an invertible
/// function.
fn associative(rng: &mut Rng, a: &str, b: &str, depth: usize) -> String {
    if depth == 0 {
        return match rng.below(7) {
            0 => format!("({a} + {b})"),
            1 => format!("f64::min({a}, {b})"),
            2 => format!("f64::max({a}, {b})"),
            3 => format!("({a} * {b})"),
            4 => format!("({a} + {b} - {a} * {b})"),
            5 => a.to_owned(),
            _ => b.to_owned(),
        };
    }
    let number = rng.pick(&["0.5", "2.0", "4.0", "-1.0", "-0.25"]);
    let (a, b, inverse) = match rng.below(3) {
        0 => (
            format!("({a} * {number})"),
            format!("({b} * {number})"),
            format!("/ {number}"),
        ),
        1 => (
            format!("({a} + {number})"),
            format!("({b} + {number})"),
            format!("- {number}"),
        ),
        _ => (format!("(-{a})"), format!("(-{b})"), "* -1.0".to_owned()),
    };
    format!("({} {inverse})", associative(rng, &a, &b, depth - 1))
}

/// A sum of multiples and a number is associative in few cases, which are known.
#[test]
fn linear_operators_are_refuted_as_algebra_says() {
    const FACTORS: [i64; 5] = [-1, 0, 1, 2, 3];
    for (p, q, r) in FACTORS
        .iter()
        .flat_map(|p| FACTORS.map(|q| (*p, q)))
        .flat_map(|(p, q)| [0, 1, 4].map(|r| (p, q, r)))
    {
        // (p (p a + q b + r) + q c + r) and (p a + q (p b + q c + r) + r)
        let holds = p * p == p && q * q == q && p * r == q * r;
        for (ty, end) in [("i64", ""), ("f64", ".0"), ("f32", ".0")] {
            let source = fold(
                ty,
                &format!("0{end}"),
                &format!("|a, b| {p}{end} * a + {q}{end} * b + {r}{end}"),
            );
            assert_eq!(judged(&source).is_none(), holds, "{source}");
        }
    }
}

#[test]
fn random_operators_that_are_associative_are_never_refuted() {
    let mut rng = Rng::new(7);
    for round in 0..400 {
        let depth = round % 4;
        let source = match rng.below(3) {
            0 => {
                let operator = associative(&mut rng, "a", "b", depth);
                fold("f64", "0.0", &format!("|a: f64, b: f64| {operator}"))
            }
            1 => {
                let (first, second) = (
                    associative(&mut rng, "a.0", "b.0", depth),
                    associative(&mut rng, "a.1", "b.1", depth),
                );
                let operator = format!("|a: (f64, f64), b| ({first}, {second})");
                fold("(f64, f64)", "(0.0, 0.0)", &operator)
            }
            // An affine function of what another one yields, after it.
            _ => {
                let m = rng.pick(&["7", "11", "101"]);
                let operator = format!("|(a, b), (c, d)| (a * c % {m}, (b * c + d) % {m})");
                fold("(i64, i64)", "(1, 0)", &operator)
            }
        };
        assert_eq!(judged(&source), None, "{source}");
    }
}

/// Changing one side of an associative operator first gives one that is mostly refuted.
#[test]
fn random_operators_that_are_not_are_mostly_refuted() {
    let (mut rng, mut refuted) = (Rng::new(8), 0);
    for round in 0..200 {
        let change = rng.pick(&[
            "b * b",
            "2.0 * b",
            "b + 1.0",
            "b.abs() + 0.5",
            "b.sin()",
            "1.0 / b",
        ]);
        let operator = associative(&mut rng, "a", &format!("({change})"), 1 + round % 3);
        let source = fold("f64", "0.0", &format!("|a: f64, b: f64| {operator}"));
        refuted += usize::from(judged(&source).is_some());
    }
    // A third of them are projections, minima or sums that hold all the same.
    assert!(refuted > 100, "{refuted}");
}
