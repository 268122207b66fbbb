//! Loops of the CPU that run the scans of several ranges of a block interleaved.

#[path = "support/schedules.rs"]
mod schedules;

use schedules::compiled;

fn in_ranges(body: &str) -> bool {
    is_interleaved(&format!(
        "fn f(xs: &[f64], ns: &[i64], ps: &[usize], zs: &mut [f64]) {body}"
    ))
}

/// Returns whether a loop of a program interleaves its scans.
fn is_interleaved(source: &str) -> bool {
    let schedule = compiled(source).schedule;
    let mut sub_loops = schedule.loops.values().flat_map(|nested| &nested.sub_loops);
    sub_loops.any(|sub_loop| sub_loop.interleaved)
}

#[test]
fn steps_that_take_long_go_on_side_by_side() {
    for body in [
        "-> Vec<f64> { scan(0.0, f64::max, xs) }",
        "-> Vec<f64> { scan_exclusive(1.0, |a, b| a * b, xs) }",
        "-> Vec<i64> { scan(0, |a, b| (a + b) % 7, ns) }",
        "-> Vec<f64> { scan(0.0, f64::max, map(|x| x * x, xs)) }",
        // Values that are stored, so that a thread that is alone computes them once.
        "-> Vec<f64> { scan(0.0, f64::max, map(|x| x.sqrt(), xs)) }",
        "-> Vec<f64> { scan(0.0, f64::max, map(|x| 1.0 / x, xs)) }",
        "-> Vec<f64> { scan(0.0, f64::max, map(|x| ((x * 3.0 + 1.0) * x + 2.0) * x * x * x + x + 1.0 - (x + 2.0) * x * ((x - 1.0) * x + 0.5) * x, xs)) }",
        "{ *zs = scan(0.0, f64::max, zs); }",
        "-> (Vec<f64>, Vec<i64>) { (scan(0.0, f64::max, xs), scan(0, |a, b| a + b, conform(ns, xs))) }",
        "-> (Vec<f64>, f64) { let s = scan(0.0, f64::max, xs); (s, fold(0.0, |a, b| a + b, s)) }",
        "-> f64 { fold(1.0, |a: f64, b: f64| (a * b).abs(), scan(0.0, f64::max, xs)) }",
        "-> Vec<f64> { scan(0.0, f64::max, scan(1.0, |a, b| a * b, xs)) }",
        "-> (Vec<f64>, f64) {
            let s = scan(0.0, f64::max, xs);
            let k = filter(|s| s > 1.0, s);
            (s, fold(0.0, |a, b| a + b, k))
        }",
    ] {
        assert!(in_ranges(body), "{body}");
    }
}

#[test]
fn others_go_from_left_to_right() {
    for body in [
        // Additions take no longer than the rest, and those of integers are exact.
        "-> Vec<f64> { scan(0.0, |a, b| a + b, xs) }",
        "-> Vec<i64> { scan(0, i64::max, ns) }",
        // Of such a seed the text does not say that it is a float.
        "-> Vec<f64> { let m = fold(0.0, f64::max, xs); scan(m, f64::max, xs) }",
        // Arrays that are written from left to right.
        "-> Vec<f64> { filter(|s| s > 0.0, scan(0.0, f64::max, xs)) }",
        "{ *zs = scatter(zs, ps, scan(0.0, f64::max, conform(xs, ps))); }",
        // A failure at a position.
        "-> Vec<f64> { scan(0.0, f64::max, gather(xs, ps)) }",
        // Values that may take any time, and that a few elements would compute twice.
        "-> Vec<f64> { scan(0.0, f64::max, map(|x| outside(x), xs)) }",
        // A branch that nobody foresees costs more.
        "-> Vec<f64> { scan(0.0, f64::max, filter(|x| x > 0.0, xs)) }",
        "-> (Vec<f64>, f64) {
            let s = scan(0.0, f64::max, xs);
            let k = filter(|s| s > 1.0, s);
            (s, fold(0.0, |a, b| if b > a { b } else { a }, k))
        }",
        // Inner loops.
        "-> (Vec<f64>, f64) {
            let s = scan(0.0, f64::max, xs);
            let p = cross(s, ns);
            (s, fold(0.0, |a, b| a + b, map(|(s, n)| s * n as f64, p)))
        }",
    ] {
        assert!(!in_ranges(body), "{body}");
    }
}

#[test]
fn a_program_with_a_strict_order_goes_from_left_to_right() {
    let source = "#[cnf(strict)] fn f(xs: &[f64]) -> Vec<f64> { scan(0.0, f64::max, xs) }";
    assert!(!is_interleaved(source));
}

#[test]
fn the_loop() {
    let source = "fn highest(xs: &[f64]) -> (Vec<f64>, f64) {
        let halves = map(|x| x * 0.5, xs);
        let highest = scan(f64::NEG_INFINITY, f64::max, halves);
        let rest = scan_exclusive(1, |a, b| a * b % 1009, map(|h| h as u32, highest));
        (highest, fold(0, |a, b| if b > a { b } else { a }, rest))
    }";
    let compiled = compiled(source);
    insta::assert_snapshot!(compiled.schedule.text(&compiled.nest));
}
