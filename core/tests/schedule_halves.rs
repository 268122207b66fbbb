//! Bodies that are cut in two, or compiled twice.

#[path = "support/schedules.rs"]
mod schedules;

use schedules::passes;

/// The operations before filters are a half of their own, and long predicates are compiled twice:
/// what filters keep is brought together several at a time.
#[test]
fn long_bodies_that_compact_are_cut_or_doubled() {
    let long = "((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x";
    let very_long = format!("({long}) * ({long}) - ({long}) * x");
    for cut in [
        format!("-> Vec<f64> {{ filter(|y| y < 1.0, map(|x| {long}, xs)) }}"),
        format!("-> Vec<f64> {{ filter(|y| y < 1.0, map(|x| {very_long}, xs)) }}"),
        format!(
            "-> (Vec<f64>, Vec<f64>, Vec<f64>) {{
                let powers = map(|x| {long}, xs);
                (filter(|y| y < 1.0, powers), filter(|y| y > 0.0, powers), powers)
            }}"
        ),
    ] {
        assert_eq!(passes(&cut), ["halves, unrolled"], "{cut}");
    }
    let doubled = format!("-> Vec<f64> {{ filter(|x| {very_long} < 1.0, xs) }}");
    assert_eq!(passes(&doubled), ["doubled"]);
    // Short bodies are inlined twice anyway; reads that may fail and unknown functions have no
    // vectors.
    for (other, form) in [
        (
            "filter(|y| y < 1.0, map(|x| x * x, xs))".to_owned(),
            "unrolled",
        ),
        (
            format!("filter(|x| {very_long} < 1.0, gather(xs, is))"),
            "each",
        ),
        (
            format!("filter(|x| outside(x) + {very_long} < 1.0, xs)"),
            "each",
        ),
    ] {
        let other = format!("-> Vec<f64> {{ {other} }}");
        assert_eq!(passes(&other), [form], "{other}");
    }
}

/// Elementary functions behind reads that may fail are a half of their own; not those that decide
/// where is read.
#[test]
fn functions_behind_reads_are_cut_off() {
    for cut in [
        "-> Vec<f64> { map(|x| x.exp(), gather(xs, is)) }",
        "-> Vec<f64> { map(|x, y| (x - y).exp(), xs, gather(ys, map(|i| i / 3, is))) }",
        "-> (Vec<f64>, Vec<f64>) {
            let found = gather(xs, is);
            (map(|x, y| x.sin() * y, ys, found), found)
        }",
    ] {
        assert_eq!(passes(cut), ["halves"], "{cut}");
    }
    for (whole, form) in [
        (
            "-> Vec<f64> { map(|x| 2.0 * x, gather(xs, is)) }",
            "unrolled",
        ),
        (
            "-> Vec<f64> { gather(xs, map(|y| y.exp() as usize, ys)) }",
            "each",
        ),
        (
            "-> Vec<f64> { map(|x| outside(x).exp(), gather(xs, is)) }",
            "each",
        ),
    ] {
        assert_eq!(passes(whole), [form], "{whole}");
    }
}

/// Folds of a long body beside filters stand between its halves; a short one computes its elements twice
/// instead.
#[test]
fn folds_stand_between_halves() {
    let long = "((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x + x * x * x * 0.1";
    let program = |map: &str| {
        format!(
            "-> (Vec<f64>, f64, f64) {{
                let powers = map(|x| {map}, xs);
                let total = fold(0.0, |a, b| a + b, powers);
                let most = fold(0.0, f64::max, map(|x| x - 1.0, xs));
                (filter(|y| y < 1.0, powers), total, most)
            }}"
        )
    };
    assert_eq!(passes(&program(long)), ["halves, unrolled"]);
    assert_eq!(passes(&program("x * x + 1.0")), ["lanes", "unrolled"]);
    // Not operators of which nothing is known, nor functions of which nothing is.
    let unknown = program(long).replace("|a, b| a + b", "|a, b| if b > a { b } else { a }");
    assert_ne!(passes(&unknown), ["halves, unrolled"]);
    let outside = program(&format!("outside(x) + {long}"));
    assert_eq!(passes(&outside), ["lanes"]);
}

/// Folds of nothing that takes long have a pass of their own beside elements that do. Those by an operator
/// of which nothing is known have one in any case, as they leave no vectors.
#[test]
fn folds_come_before_long_steps() {
    let long = "((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x + x * x * x * 0.1";
    let with = |fold: &str, map: &str| {
        format!("-> (f64, Vec<f64>) {{ (fold(0.0, {fold}, xs), map(|x| {map}, xs)) }}")
    };
    let unknown = "|a, b| if b > a { b } else { a }";
    assert_eq!(passes(&with(unknown, long)), ["each", "batched"]);
    assert_eq!(passes(&with(unknown, "x * x + 1.0")), ["each", "batched"]);
    assert_eq!(passes(&with("|a, b| a + b", long)), ["lanes"]);
    assert_eq!(passes(&with("|a, b| a + b", "x.exp()")), ["lanes", "each"]);
}
