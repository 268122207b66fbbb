//! Folds with an accumulator whose laws are refuted, and folds of which nothing is said.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use proc_macro2::TokenStream;

/// The message for the one fold of a program over `xs: &[f64]` and `ns: &[u32]`; none if nothing is
/// wrong.
fn judged(fold: &str) -> Option<String> {
    let source = format!(
        "fn greatest(a: f64, b: f64) -> f64 {{ if b > a {{ b }} else {{ a }} }}
         fn program(xs: &[f64], ns: &[u32], k: f64) -> f64 {{ let total = {fold}; 1.0 }}"
    );
    let tokens: TokenStream = source.parse().expect("it is Rust");
    let mut found = Diagnostics::new();
    let programs = explain(tokens, "here", &Overrides::default(), &mut found);
    assert!(found.is_empty(), "{fold}: {found:?}");
    let [program] = &programs[..] else {
        panic!("{fold}: one program")
    };
    let wrong = program.outcome.as_ref().err()?;
    let mut texts = wrong.iter().map(|diagnostic| diagnostic.text());
    let first = texts.next();
    assert_eq!(texts.next(), None, "{fold}");
    first
}

#[track_caller]
fn refuted(fold: &str, law: &str, sides: &[&str]) {
    let text = judged(fold).unwrap_or_else(|| panic!("{fold} is refuted"));
    assert!(text.contains(law), "{fold}: {text}");
    for side in sides {
        assert!(text.contains(side), "{fold}: {text} lacks {side}");
    }
}

#[test]
fn operators_that_are_not_associative() {
    let law = "`fold` needs an associative operator";
    refuted(
        "fold(0.0, |s, x| s + x, |a, b| a - b, xs)",
        law,
        &["(1.0 ∘ 5.0) ∘ "],
    );
    refuted(
        "fold((0.0, 0u32), |(s, n), x| (s + x, n + 1), |(a, n), (b, m)| ((a + b) / 2.0, n + m), xs)",
        law,
        &["((1.0, 1) ∘ (5.0, 2)) ∘ (16.0, 3) = (9.5, 6)"],
    );
}

#[test]
fn steps_that_disagree() {
    let law = "the step of this `fold` and its operator disagree: step(";
    refuted("fold(0.0, |s, x| s + x, f64::max, xs)", law, &[]);
    refuted("fold(0.0, |s, x| s + x, greatest, xs)", law, &[]);
    refuted(
        "fold(0u64, |n, x| if x > 0.5 { n + 2 } else { n + 1 }, |a, b| if a > b { a } else { b }, xs)",
        law,
        &[],
    );
    // An average that moves is no fold of blocks.
    refuted(
        "fold(0.0, |y, x| 0.9 * y + 0.1 * x, |a, b| a + b, xs)",
        law,
        &[],
    );
    refuted(
        "fold(0u64, |h, n| h * 31 + n as u64, |a, b| a ^ b, ns)",
        law,
        &[],
    );
}

#[test]
fn starts_that_are_not_neutral() {
    let law = "the start of a `fold` with a step must be neutral for its operator";
    refuted(
        "fold(10u64, |s, n| s + n as u64, |a, b| a + b, ns)",
        law,
        &["10 ∘ 11 = 21, not 11"],
    );
    refuted("fold(1.0, |p, x| p + x, |a, b| a + b, xs)", law, &[]);
    refuted(
        "fold((1.0, 1.0), |(p, s), x| (p * x, s + x), |(p, s), (q, t)| (p * q, s + t), xs)",
        law,
        &[],
    );
}

#[test]
fn lawful_ones() {
    for fold in [
        "fold(0.0, |s, x| s + x * x, |a, b| a + b, xs)",
        "fold(0u64, |n, x| if x > k { n + 1 } else { n }, |a, b| a + b, xs)",
        "fold(0.0, |s, x, n| s + x * n as f64, |a, b| a + b, xs, conform(ns, xs))",
        "fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)), |(a, b), (c, d)| (a.min(c), b.max(d)), xs)",
        // Neutral for accumulators that occur: none is below zero.
        "fold(0.0, |m, x| greatest(m, x.abs()), greatest, xs)",
        "fold(0.0, |m, x| m.max(x), f64::max, xs)",
        // The first one, with a flag.
        "fold((false, 0.0), |a, x| if a.0 { a } else { (true, x) }, |a, b| if a.0 { a } else { b }, xs)",
        // A sorted array, for which alone it is right.
        "fold([f64::INFINITY; 3], |mut b, x| { if x < b[2] { b[2] = x; if b[2] < b[1] { let t = b[1]; b[1] = b[2]; b[2] = t; } if b[1] < b[0] { let t = b[0]; b[0] = b[1]; b[1] = t; } } b }, \
         |a, b| { let mut a = a; for x in b { if x < a[2] { a[2] = x; if a[2] < a[1] { let t = a[1]; a[1] = a[2]; a[2] = t; } if a[1] < a[0] { let t = a[0]; a[0] = a[1]; a[1] = t; } } } a }, xs)",
        // Mean and spread, with divisions.
        "fold((0.0, 0.0, 0.0), |(n, m, q), x| { let n = n + 1.0; let d = x - m; let m = m + d / n; (n, m, q + d * (x - m)) }, \
         |(n, m, q), (k, l, r)| { let all = n + k; if all == 0.0 { (0.0, 0.0, 0.0) } else { let d = l - m; (all, m + d * k / all, q + r + d * d * n * k / all) } }, xs)",
        // Positions of a power of three, modulo a prime: they do not commute.
        "fold((0u64, 1u64), |(h, p), n| ((h * 3 + n as u64) % 1009, p * 3 % 1009), |(h, p), (i, q)| ((h * q + i) % 1009, p * q % 1009), ns)",
        // Nothing is known of these.
        "fold(k, |s, x| s + x, |a, b| a + b, xs)",
        "fold(START, |s, x| s + x, |a, b| a + b, xs)",
        "fold(Vec::new(), |mut v: Vec<f64>, x| { v.push(x); v }, |a, b| [a, b].concat(), xs)",
        "fold(0.0, |s, x| unknown(s, x), |a, b| a - b, xs)",
    ] {
        assert_eq!(judged(fold), None, "{fold}");
    }
}
