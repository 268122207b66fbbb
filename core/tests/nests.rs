//! Nests that programs of several axes could be, and what would be left of their arrays.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::{Plan, Possible, json};

fn plan(text: &str) -> Plan {
    let mut found = Diagnostics::new();
    let tokens = text.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found).remove(0);
    let compiled = explained.outcome;
    Plan::priced(&compiled.unwrap_or_else(|found| panic!("{text}: {found:?}")))
}

/// The nests that a program over a picture could be.
fn possible(body: &str) -> Vec<Possible> {
    let text = format!(
        "pub fn f(w: usize, h: usize, x: f64, xs: &[f64], ys: &[f64]) -> Out {{
            let a = reshape(xs, [h, w]);
            {body}
        }}"
    );
    plan(&text).possible
}

/// The nests by `zpl` and by `optimal`, in words.
fn words(body: &str) -> [String; 2] {
    let possible = possible(body);
    let strategies: Vec<&str> = possible.iter().map(|it| it.strategy).collect();
    assert_eq!(strategies, ["zpl", "optimal"]);
    [possible[0].words(), possible[1].words()]
}

#[test]
fn a_blur_keeps_three_rows() {
    let [zpl, optimal] = words(
        "let across = generate(|i, j| a[[i, j - 1]] + a[[i, j]] + a[[i, j + 1]]);
         let out = generate(|i, j| across[[i - 1, j]] + across[[i, j]] + across[[i + 1, j]]);
         out",
    );
    assert_eq!(zpl, "for i, j: across; for i, j: out");
    assert_eq!(
        optimal,
        "for i, j: across, out later by 1 along i; across with 3 of i and all of j"
    );
}

#[test]
fn what_is_read_at_its_own_position_is_a_scalar() {
    let both = words(
        "let dx = generate(|i, j| a[[i, j + 1]] - a[[i, j - 1]]);
         let dy = generate(|r, c| dx[[r, c]] * dx[[r, c]]);
         let out = map(|y| y.sqrt(), dy);
         out",
    );
    for words in both {
        assert_eq!(words, "for i, j: dx, dy, out; dx a scalar, dy a scalar");
    }
}

/// A chain of stencils: each stage runs a row and a column later than what it reads.
#[test]
fn chains_keep_windows_of_each_stage() {
    let five = |of: &str| {
        format!("{of}[[i - 1, j]] + {of}[[i + 1, j]] + {of}[[i, j - 1]] + {of}[[i, j + 1]]")
    };
    let [zpl, optimal] = words(&format!(
        "let b = generate(|i, j| {});
         let c = generate(|i, j| {});
         let out = generate(|i, j| {});
         out",
        five("a"),
        five("b"),
        five("c")
    ));
    assert_eq!(zpl, "for i, j: b; for i, j: c; for i, j: out");
    assert_eq!(
        optimal,
        "for i, j: b, c later by 1 along i, out later by 2 along i; b with 3 of i and all of j, \
         c with 3 of i and all of j"
    );
}

/// The total must be complete before anything uses it, so that `b` is in memory.
#[test]
fn a_scalar_of_a_fold_ends_a_nest() {
    for words in words(
        "let b = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);
         let total = fold(0.0, |p, q| p + q, b);
         let out = map(|b| b / total, b);
         out",
    ) {
        assert_eq!(words, "for i, j: b, total; for i, j: out");
    }
}

/// Reads that are no constant offset need all of their array, and nothing is fused.
#[test]
fn other_reads_need_complete_arrays() {
    let first = "let b = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);";
    for second in [
        "let out = generate(|i, j| b[[j, i]] + 1.0);",
        "let out = generate(|i, j| b[[2 * i, 2 * j]] + 1.0);",
        "let p = pad(wrap, b); let out = generate(|i, j| p[[i - 1, j]] + 1.0);",
    ] {
        assert_eq!(possible(&format!("{first} {second} out")), [], "{second}");
    }
}

/// A scan stands between the nests of what it reads and of what reads it.
#[test]
fn scans_stand_between_nests() {
    for words in words(
        "let b = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);
         let s = scan(0.0, |p, q| p + q, flatten(b));
         let t = map(|s, y| s + y, s, ys);
         let u = map(|t| t * t, t);
         u",
    ) {
        assert_eq!(words, "for i, j: b; for i1: t, u; t a scalar");
    }
}

/// Sizes that may differ are no region in common.
#[test]
fn regions_of_other_sizes_are_apart_by_zpl() {
    let [zpl, _] = words(
        "let b = generate(|i, j| a[[i, j]] + x);
         let c = reshape(ys, [w, h]);
         let d = generate(|i, j| c[[i, j]] + x);
         (b, d)",
    );
    // Reads in step have lost the names of their indices.
    assert_eq!(zpl, "for i1, i2: b; for i1, i2: d");
}

#[test]
fn programs_of_one_axis_have_no_nests() {
    let text =
        "pub fn f(xs: &[f64]) -> Vec<f64> { let a = map(|x| x + 1.0, xs); map(|x| 2.0 * x, a) }";
    assert_eq!(plan(text).possible, Vec::<Possible>::new());
}

#[test]
fn plans_say_that_nests_are_not_generated() {
    let source = include_str!("../../programs/box_blur.rs").trim();
    let source = source
        .strip_prefix("cnf! {")
        .and_then(|it| it.strip_suffix('}'));
    let plan = plan(source.expect("a program"));
    let text = plan.to_string();
    let section = "\npossible nests, which are not generated\n  zpl      for i, j: across; ";
    assert!(text.contains(section), "{text}");
    let json = json::programs(&[plan]);
    let expected = r#"{"strategy": "optimal", "generated": false, "optimal": true, "arrays": [
        {"name": "across", "rank": 2, "region": ["0..h", "1..w - 1"], "kept": ["j"], "window": {"i": 3}, "loop": 1, "memory": false},
        {"name": "result_map", "rank": 2, "region": ["1..h - 1", "1..w - 1"], "kept": ["i", "j"], "window": {}, "loop": 1, "memory": true}], "nests": [
        {"loop": 1, "order": ["i", "j"], "direction": {}, "body": ["across", "result_map"]}]}"#;
    assert!(json.contains(expected), "{json}");
}
