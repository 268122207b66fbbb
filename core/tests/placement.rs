//! Bindings that loops compute later than their clusters say, and those that they compute twice.

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::{How, Plan, json};

fn compiled(source: &str, strategy: Option<&str>) -> Compiled {
    let overrides = Overrides {
        strategy: strategy.map(str::to_owned),
        ..Overrides::default()
    };
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("tokens");
    let mut explained = explain(tokens, "file:1", &overrides, &mut found);
    let outcome = explained.remove(0).outcome;
    outcome.unwrap_or_else(|found| panic!("{source}: {found:?}"))
}

/// Lists the bindings of each loop: `+` before a binding that was moved there, `*` before one that
/// runs in an earlier loop as well.
fn runs(source: &str, strategy: Option<&str>) -> Vec<String> {
    let plan = Plan::of(&compiled(source, strategy));
    let loops = plan
        .clusters
        .iter()
        .filter(|cluster| cluster.number.is_some());
    let loops = loops.map(|cluster| {
        let runs = cluster.runs.iter().map(|run| {
            let mark = match run.how {
                How::Member => "",
                How::Moved(_) => "+",
                How::Again(_) => "*",
            };
            format!("{mark}{}", run.operator.names.join(" "))
        });
        runs.collect::<Vec<_>>().join(" ")
    });
    loops.collect()
}

fn stored(source: &str) -> Vec<String> {
    let plan = Plan::of(&compiled(source, None));
    plan.manifest.into_iter().map(|array| array.name).collect()
}

const PEAK: &str = "fn f(xs: &[f64], ys: &[f64]) -> Vec<f64> {
    let scaled = map(|x| 3.0 * x + 1.0, xs);
    let peak = fold(f64::NEG_INFINITY, f64::max, scaled);
    let sums = scan(0.0, |a, b| a + b, scaled);
    let mixed = map(|s, y| s * y, sums, ys);
    map(|m| m / peak, mixed)
}";

#[test]
fn only_what_leads_to_a_total_stays_before_it() {
    assert_eq!(
        runs(PEAK, None),
        ["scaled peak", "*scaled +sums +mixed result_map"]
    );
    assert_eq!(stored(PEAK), ["result_map"]);
}

#[test]
fn the_plan_says_so() {
    let plan = Plan::of(&compiled(PEAK, None));
    let text = plan.to_string();
    assert!(text.contains("scaled      map, as in loop 1"), "{text}");
    assert!(
        text.contains("sums        scan, moved from loop 1"),
        "{text}"
    );
    let json = json::programs(&[plan]);
    let clusters = r#""clusters": [["scaled", "peak", "sums", "mixed"], ["result_map"]]"#;
    let runs = r#""runs": [["scaled", "peak"], ["scaled", "sums", "mixed", "result_map"]]"#;
    assert!(json.contains(clusters), "{json}");
    assert!(json.contains(runs), "{json}");
}

/// They are what others are measured against.
#[test]
fn other_strategies_are_taken_at_their_word() {
    for strategy in [
        "unfused",
        "stream",
        "imperative",
        "linear",
        "greedy",
        "paper",
    ] {
        let marked = runs(PEAK, Some(strategy)).concat();
        assert!(!marked.contains(['+', '*']), "{strategy}: {marked}");
    }
}

/// A map that divides by a total of itself, with some worker.
fn normalized(worker: &str) -> Vec<String> {
    runs(
        &format!(
            "fn f(xs: &[f64]) -> Vec<f64> {{
                let ys = map({worker}, xs);
                let sum = fold(0.0, |a, b| a + b, ys);
                map(|y| y / sum, ys)
            }}
            fn square(x: f64) -> f64 {{ x * x }}
            fn wave(x: f64) -> f64 {{ square(x).sin() }}"
        ),
        None,
    )
}

#[test]
fn cheap_maps_are_computed_again_and_expensive_ones_are_stored() {
    let again = ["ys sum", "*ys result_map"];
    let once = ["ys sum", "result_map"];
    for cheap in [
        "|x| x * x",
        "|x| (x as f32).abs() as f64",
        "|x| { let y = x + 1.0; if y > 2.0 { y } else { x } }",
        "|x| square(x) + 1.0",
        "square",
    ] {
        assert_eq!(normalized(cheap), again, "{cheap}");
    }
    for expensive in [
        "|x| x.exp()",
        "f64::exp",
        "|x| wave(x)",
        "wave",
        "|x| outside(x)",
        "|x| table!(x)",
        "|x| { let mut y = x; while y > 1.0 { y -= 1.0; } y }",
        "|x| 1.0 / (2.0 / (3.0 / x))",
    ] {
        assert_eq!(normalized(expensive), once, "{expensive}");
    }
}

/// An array that is in memory for another reason is read from there by all.
#[test]
fn what_is_stored_anyway_is_read() {
    let returned = "fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let ys = map(|x| x * x, xs);
        let sum = fold(0.0, |a, b| a + b, ys);
        (map(|y| y / sum, ys), ys)
    }";
    assert_eq!(runs(returned, None), ["ys sum", "result_map"]);
    let gathered = "fn f(xs: &[f64], at: &[usize]) -> (Vec<f64>, Vec<f64>) {
        let ys = map(|x| x * x, xs);
        let sum = fold(0.0, |a, b| a + b, ys);
        (map(|y| y / sum, ys), gather(ys, at))
    }";
    let marked = runs(gathered, None).concat();
    assert!(!marked.contains(['+', '*']), "{marked}");
}

/// A map of many arrays that are read again costs more than the one that is stored.
#[test]
fn more_reading_than_writing_does_not_pay() {
    let source = "fn f(a: &[f64], b: &[f64], c: &[f64], d: &[f64], e: &[f64]) -> Vec<f64> {
        let ys = map(|a, b, c, d, e| a + b + c + d + e, a, b, c, d, e);
        let sum = fold(0.0, |a, b| a + b, ys);
        map(|y| y / sum, ys)
    }";
    assert_eq!(runs(source, None), ["ys sum", "result_map"]);
}

/// Scans and folds are never computed twice; elements that a filter keeps are where the filter is.
#[test]
fn nothing_expensive_is_computed_twice() {
    let scanned = "fn f(xs: &[f64]) -> Vec<f64> {
        let sums = scan(0.0, |a, b| a + b, xs);
        let most = fold(0.0, f64::max, sums);
        map(|s| s / most, sums)
    }";
    assert_eq!(runs(scanned, None), ["sums most", "result_map"]);
    let filtered = "fn f(xs: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        let most = fold(0.0, f64::max, kept);
        map(|k| k / most, kept)
    }";
    assert_eq!(runs(filtered, None), ["kept most", "result_map"]);
}

/// An array that is written in place stays where it is, and so does its reader.
#[test]
fn arrays_in_place_are_left_alone() {
    let source = "fn f(xs: &mut [f64]) {
        let ys = map(|x| x * x, xs);
        let sum = fold(0.0, |a, b| a + b, ys);
        *xs = map(|y| y / sum, ys);
    }";
    let marked = runs(source, None).concat();
    assert!(!marked.contains(['+', '*']), "{marked}");
}

/// A binding that is needed between the loops can't wait for the later one.
#[test]
fn what_is_needed_between_is_there() {
    let source = "fn f(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let scaled = map(|x| 3.0 * x, xs);
        let peak = fold(0.0, f64::max, scaled);
        let sums = scan(0.0, |a, b| a + b, scaled);
        let last = fold(0.0, |_, b| b, sums);
        let (other) = external(ask(last));
        (map(|s| s / peak, sums), other)
    }";
    let found = runs(source, None);
    assert_eq!(found, ["scaled peak sums last", "result_map"]);
}

/// A loop over the elements before a filter is cut as if all of them were rows.
#[test]
fn rows_of_a_cross_are_packed_by_an_earlier_loop_if_there_is_one() {
    let both = "fn f(xs: &[f64], m: f64) -> f64 {
        let low = filter(|x| x < m, xs);
        let high = filter(|x| x >= m, xs);
        let pairs = cross(high, low);
        fold(f64::INFINITY, f64::min, map(|(h, l)| h - l, pairs))
    }";
    assert_eq!(
        runs(both, None),
        ["low +high", "pairs result_map result_fold"]
    );
    assert_eq!(stored(both), ["low", "high"]);
    let text = Plan::of(&compiled(both, None)).to_string();
    assert!(text.contains("filter, moved from loop 2"), "{text}");
    // A filter that waits for a total of the earlier loop can't be compacted by it.
    let waits = "fn f(xs: &[f64]) -> f64 {
        let low = filter(|x| x < 1.0, xs);
        let most = fold(0.0, f64::max, xs);
        let high = filter(|x| x >= most, xs);
        let pairs = cross(high, low);
        fold(f64::INFINITY, f64::min, map(|(h, l)| h - l, pairs))
    }";
    assert_eq!(
        runs(waits, None),
        ["low most", "high pairs result_map result_fold"]
    );
    // Neither is there a loop more.
    let alone = "fn f(xs: &[f64], ys: &[f64]) -> f64 {
        let high = filter(|x| x >= 0.5, xs);
        fold(f64::INFINITY, f64::min, map(|(h, l)| h - l, cross(high, ys)))
    }";
    assert_eq!(runs(alone, None).len(), 1);
}

#[test]
fn the_plan_says_what_is_counted_first() {
    let counts = |source: &str| {
        let plan = Plan::of(&compiled(source, None));
        let why = plan.manifest.into_iter().map(|array| array.why.join("; "));
        why.map(|why| why.contains("counted first"))
            .collect::<Vec<_>>()
    };
    let split = "fn f(xs: &[f64], m: f64) -> (Vec<f64>, Vec<f64>) {
        (filter(|x| x < m, xs), filter(|x| x >= m, xs))
    }";
    assert_eq!(counts(split), [true, true]);
    // One room is kept by the allocator from run to run.
    assert_eq!(
        counts("fn f(xs: &[f64]) -> Vec<f64> { filter(|x| x < 0.5, xs) }"),
        [false]
    );
    // Work that takes long is not done twice.
    let long = split.replace("x < m", "x.sin() < m");
    assert_eq!(counts(&long), [false, false]);
}

#[test]
fn a_reverse_is_read_twice_and_not_stored() {
    let source = "fn f(xs: &[f64]) -> Vec<f64> {
        let rs = reverse(xs);
        let peak = fold(f64::NEG_INFINITY, f64::max, rs);
        map(|r| r / peak, rs)
    }";
    assert_eq!(runs(source, None), ["rs peak", "*rs result_map"]);
    assert_eq!(stored(source), ["result_map"]);
}

/// A loop that writes an array in place comes after what reads it from its end.
#[test]
fn a_reverse_of_what_is_overwritten_stays_before_that() {
    let source = "fn f(ys: &mut [f64]) -> f64 {
        let rs = reverse(ys);
        *ys = map(|y, r| y - r, ys, rs);
        fold(0.0, |a, b| a + b, rs)
    }";
    assert_eq!(stored(source), ["rs", "ys"]);
    assert_eq!(runs(source, None), ["rs result_fold", "ys"]);
}
