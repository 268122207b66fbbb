//! Operators that are refuted, and operators that are not.

#[path = "support/operators.rs"]
mod operators;

use operators::{fold, judged};

#[test]
fn steps_and_other_operators_are_refuted() {
    for (ty, seed, operator) in [
        ("f64", "0.0", "|y, x| 0.9 * y + 0.1 * x"),
        ("f32", "0.0", "|y, x| 0.9 * y + 0.1 * x"),
        ("f64", "0.0", "|y, x| y + 1e-3 * (x - y)"),
        ("f64", "0.0", "|a, b| a - b"),
        ("f64", "1.0", "|a, b| a / b"),
        ("f64", "0.0", "|a, b| (a + b) / 2.0"),
        ("f64", "0.0", "|a, b| 0.5 * (a + b)"),
        ("f64", "0.0", "|a: f64, b: f64| (a - b).abs()"),
        ("f64", "0.0", "|s, x| s + x * x"),
        ("f64", "0.0", "|s, x: f64| s + x.abs()"),
        ("f64", "0.0", "|s: f64, x: f64| s.max(x.abs())"),
        ("f64", "0.0", "|s, x| s + (x - 1.0) * (x - 1.0)"),
        ("f64", "2.0", "|a: f64, b| a.powf(b)"),
        ("f64", "0.0", "|a, b| if b > 0.0 { a + 1.0 } else { a }"),
        ("f64", "0.0", "|acc, x| (acc + x).max(0.0)"),
        ("f64", "0.0", "|n, _| n + 1.0"),
        ("i64", "0", "|a, b| a - b"),
        ("i64", "0", "|n, _| n + 1"),
        ("i64", "0", "|h, x| h * 31 + x"),
        ("i64", "0", "|a, b| (a + b) / 2"),
        ("i64", "0", "|a, b| 2 * a + b"),
        ("i64", "0", "|a: i64, b: i64| a + b.signum()"),
        ("i64", "0", "|a, b| if b % 2 == 0 { a + 1 } else { a }"),
        ("u64", "0", "|h, x| h * 6_364_136_223_846_793_005 + x"),
        (
            "u64",
            "0",
            "|h: u64, x| (h ^ x).wrapping_mul(0x0100_0000_01b3)",
        ),
        ("u32", "0", "|h: u32, x| h.rotate_left(5) ^ x"),
        ("u32", "100", "|a, b| a - b"),
        ("usize", "0", "|a, b| a / 2 + b"),
        ("usize", "0", "|a, b| if b == 0 { 0 } else { a + b }"),
        ("u32", "0", "|n, x| if x > 0 { n + x } else { 0 }"),
        ("u8", "0", "|n, x| if x == 0 { 0 } else { n + 1 }"),
        ("bool", "false", "|a, b| a && !b"),
        ("bool", "false", "|a, b| !(a && b)"),
        ("bool", "false", "|a, b| !a || b"),
        ("(f64, f64)", "(0.0, 0.0)", "|a, b| (a.0 + b.0, a.1 - b.1)"),
        (
            "(f64, usize)",
            "(0.0, 0)",
            "|(s, n), (x, _)| (s + x, n + 1)",
        ),
        (
            "(f64, f64)",
            "(0.0, 0.0)",
            "|(m, s), (x, y)| ((m + x) / 2.0, s + y)",
        ),
        (
            "[f64; 2]",
            "[0.0, 0.0]",
            "|a, b| [a[0] - b[0], a[1] + b[1]]",
        ),
        (
            "(i32, (f64, bool))",
            "(0, (0.0, true))",
            "|a, b| (a.0 - b.0, (a.1.0 + b.1.0, b.1.1))",
        ),
        (
            "Point",
            "Point { x: 0.0, y: 0.0 }",
            "|a, b| Point { x: a.x - b.x, y: a.y + b.y }",
        ),
    ] {
        let source = fold(ty, seed, operator);
        assert!(judged(&source).is_some(), "{source}");
        let scan = source
            .replace("fold(", "scan(")
            .replace(&format!("-> {ty}"), &format!("-> Vec<{ty}>"));
        assert!(judged(&scan).is_some(), "{scan}");
        let exclusive = scan.replace("scan(", "scan_exclusive(");
        assert!(judged(&exclusive).is_some(), "{exclusive}");
        let strict = format!("#[cnf(strict)] {source}");
        assert_eq!(judged(&strict), None, "{strict}");
        let promised = format!("#[cnf(associative)] {source}");
        assert_eq!(judged(&promised), None, "{promised}");
        let sequential = format!("#[backend(sequential)] {source}");
        assert!(judged(&sequential).is_some(), "{sequential}");
    }
}

#[test]
fn associative_operators_are_not() {
    for (ty, seed, operator) in [
        ("f64", "0.0", "|a: f64, b: f64| a.hypot(b)"),
        ("f64", "0.0", "|a: f64, b: f64| (a * a + b * b).sqrt()"),
        ("f64", "0.0", "|a, b| a + b + a * b"),
        ("f64", "0.0", "|a, b| a + b - a * b"),
        (
            "f64",
            "0.5",
            "|a, b| a * b / (a * b + (1.0 - a) * (1.0 - b))",
        ),
        ("f64", "0.0", "|a, b| (a + b) / (1.0 + a * b)"),
        ("f64", "1.0", "|a, b| a * b / (a + b)"),
        (
            "f64",
            "0.0",
            "|a: f64, b: f64| a.max(b) + (-(a - b).abs()).exp().ln_1p()",
        ),
        (
            "f32",
            "0.0",
            "|a: f32, b: f32| a.max(b) + (-(a - b).abs()).exp().ln_1p()",
        ),
        ("f64", "0.0", "|a: f64, b: f64| (a.exp() + b.exp()).ln()"),
        ("f64", "0.0", "|a: f64, b: f64| (a + b - 1.0).max(0.0)"),
        ("f64", "0.0", "|a: f64, b: f64| (a + b).min(1.0)"),
        (
            "f64",
            "0.0",
            "|a: f64, b: f64| (a.powi(3) + b.powi(3)).cbrt()",
        ),
        ("f64", "1.0", "|a: f64, b: f64| (a * b).abs()"),
        ("f64", "0.0", "|a, _| a"),
        ("f64", "0.0", "|_, b| b"),
        (
            "f64",
            "f64::NAN",
            "|a: f64, b| if a.is_nan() { b } else { a }",
        ),
        (
            "f64",
            "0.0",
            "|a: f64, b: f64| if (b - 3.0).abs() < (a - 3.0).abs() { b } else { a }",
        ),
        ("i64", "0", "|a, b| (a + b) % 1_000_003"),
        ("i64", "1", "|a, b| a * b % 1_009"),
        ("i64", "0", "|a: i64, b: i64| (a + b).rem_euclid(101)"),
        ("i64", "0", "|a: i64, b: i64| a.saturating_add(b)"),
        ("u8", "0", "|a: u8, b: u8| a.saturating_add(b)"),
        ("u32", "0", "|a: u32, b: u32| (a + b).min(1_000)"),
        ("i64", "-1", "|a, b| if a == -1 { b } else { a }"),
        ("i64", "0", "|a, b| a ^ b ^ 1"),
        ("i64", "0", "|a, b| a + b + 1"),
        ("bool", "true", "|a, b| a == b"),
        ("bool", "true", "|a, b| if a { b } else { false }"),
        ("char", "'a'", "|a, b| if b > a { b } else { a }"),
        (
            "(f64, f64)",
            "(1.0, 0.0)",
            "|(a, b), (c, d)| (a * c, b * c + d)",
        ),
        (
            "(f64, f64)",
            "(1.0, 0.0)",
            "|f, g| (f.0 * g.0 - f.1 * g.1, f.0 * g.1 + f.1 * g.0)",
        ),
        (
            "(i64, i64)",
            "(1, 0)",
            "|(a, b), (c, d)| (a * c % 1_009, (b * c + d) % 1_009)",
        ),
        (
            "(f64, f64)",
            "(0.0, 0.0)",
            "|a, b| (a.0.min(b.0), a.1.max(b.1))",
        ),
        (
            "(f64, f64)",
            "(0.0, 1.0)",
            "|a, b| if b.0 > a.1 { b } else { (a.0.min(b.0), a.1.max(b.1)) }",
        ),
        (
            "(f64, usize)",
            "(0.0, 0)",
            "|a, b| if b.0 < a.0 { b } else { a }",
        ),
        (
            "(f64, usize)",
            "(0.0, 0)",
            "|(s, n), (t, m)| (s + t, n + m)",
        ),
        (
            "(f64, f64, f64)",
            "(1.0, 0.0, 0.0)",
            "|(n, mean, m2), (k, other, o2)| { let d = other - mean; \
             (n + k, mean + d * k / (n + k), m2 + o2 + d * d * n * k / (n + k)) }",
        ),
        (
            "(f64, f64, f64)",
            "(0.0, 0.0, 0.0)",
            "|(n, mean, m2), (k, other, o2)| { let all = n + k; \
             if all == 0.0 { (0.0, 0.0, 0.0) } else { let d = other - mean; \
             (all, mean + d * k / all, m2 + o2 + d * d * n * k / all) } }",
        ),
        (
            "(f64, f64)",
            "(0.0, 0.0)",
            "|(n, mean), (k, other)| (n + k, (n * mean + k * other) / (n + k))",
        ),
        (
            "(f64, f64, f64, f64)",
            "(1.0, 0.0, 0.0, 1.0)",
            "|a, b| (a.0 * b.0 + a.1 * b.2, a.0 * b.1 + a.1 * b.3, \
             a.2 * b.0 + a.3 * b.2, a.2 * b.1 + a.3 * b.3)",
        ),
        (
            "(f64, f64, f64, f64)",
            "(1.0, 0.0, 0.0, 0.0)",
            "|(a, b, c, d), (e, f, g, h)| (a * e - b * f - c * g - d * h, \
             a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, \
             a * h + b * g - c * f + d * e)",
        ),
        (
            "(f64, f64, f64, f64)",
            "(0.0, 0.0, 0.0, 0.0)",
            "|(t, p, s, m), (u, q, r, n)| (t + u, f64::max(p, t + q), f64::max(r, u + s), \
             f64::max(f64::max(m, n), s + q))",
        ),
        (
            "(bool, f64)",
            "(false, 0.0)",
            "|(p, a), (q, b)| (p || q, if q { b } else { a + b })",
        ),
        (
            "(u32, u32)",
            "(0, 0)",
            "|(o, c), (p, d)| { let m = o.min(d); (o - m + p, c + d - m) }",
        ),
        (
            "[i64; 3]",
            "[0; 3]",
            "|a, b| [a[0] + b[0], a[1].max(b[1]), a[2] ^ b[2]]",
        ),
        (
            "[f64; 2]",
            "[0.0; 2]",
            "|a, b| if a[0] >= b[0] { [a[0], a[1].max(b[0])] } else { [b[0], a[0].max(b[1])] }",
        ),
        (
            "Point",
            "Point { x: 0.0, y: 0.0 }",
            "|a, b| Point { x: a.x + b.x, y: a.y + b.y }",
        ),
        // A type that is not known here says nothing.
        ("Vector", "Vector::ZERO", "|a, b| a.minus(b)"),
        ("Vector", "Vector::ZERO", "|a, b| a - b"),
        ("f64", "0.0", "|a, b| elsewhere(a, b)"),
        ("f64", "0.0", "|a, b| geometry::closer(a - b, b)"),
        ("T", "zero", "|a, b| a - b"),
    ] {
        let source = fold(ty, seed, operator);
        assert_eq!(judged(&source), None, "{source}");
    }
}

#[test]
fn helpers_beside_the_program_are_looked_into() {
    let refuted = "fn blend(y: f64, x: f64) -> f64 { keep() * y + (1.0 - KEEP) * x }
        fn keep() -> f64 { KEEP }
        const KEEP: f64 = 0.9;
        fn program(xs: &[f64]) -> f64 { fold(0.0, blend, xs) }";
    assert!(judged(refuted).is_some());
    let within = refuted.replace("fold(0.0, blend, xs)", "fold(0.0, |a, b| blend(a, b), xs)");
    assert!(judged(&within).is_some());
    let gcd = "fn gcd(a: u64, b: u64) -> u64 {
            let (mut a, mut b) = (a, b);
            while b != 0 { (a, b) = (b, a % b); }
            a
        }
        fn program(xs: &[u64]) -> u64 { fold(0, gcd, xs) }";
    assert_eq!(judged(gcd), None);
    let recursive = "fn gcd(a: u64, b: u64) -> u64 { if b == 0 { a } else { gcd(b, a % b) } }
        fn program(xs: &[u64]) -> u64 { fold(0, |a, b| gcd(a, b), xs) }";
    assert_eq!(judged(recursive), None);
    let endless = "fn forever(a: u64, b: u64) -> u64 { loop { if a > 100 + b { return a; } } }
        fn program(xs: &[u64]) -> u64 { fold(0, forever, xs) }";
    assert_eq!(judged(endless), None);
    let huge = "fn program(xs: &[u64]) -> u64 {
            fold(0, |a, b| { let table = [a; 1 << 60]; let mut s = b; for i in 0..1_000_000_000_000u64 { s += i; } s - table[0] }, xs)
        }";
    assert_eq!(judged(huge), None);
}

#[test]
fn names_stand_for_several_values() {
    for (parameters, operator) in [
        ("keep: f64", "|y, x| keep * y + (1.0 - keep) * x"),
        ("alpha: f32", "|y, x| y + alpha * (x - y)"),
        ("n: f64", "|a, b| (a + b) / n"),
    ] {
        let ty = parameters.rsplit(' ').next().expect("it has a type");
        let source = format!(
            "fn program(xs: &[{ty}], {parameters}) -> {ty} {{ fold(0.0, {operator}, xs) }}"
        );
        let text = judged(&source).expect(&source);
        assert!(text.contains("note: this is with `"), "{text}");
    }
    for (parameters, operator) in [
        ("p: i64", "|a, b| a * b % p"),
        ("p: i64", "|a, b| (a + b) % p"),
        ("p: i64", "|a, b| if b > p { b } else { a }"),
        ("up: bool", "|a, b| if (a < b) == up { b } else { a }"),
        (
            "cost: &[f64]",
            "|a, b| if cost[a as usize] < cost[b as usize] { a } else { b }",
        ),
        ("line: Line", "|a, b| line.farther(a, b)"),
    ] {
        let source =
            format!("fn program(xs: &[i64], {parameters}) -> i64 {{ fold(0, {operator}, xs) }}");
        assert_eq!(judged(&source), None, "{source}");
    }
    // In the expression form nothing has a type.
    assert!(judged("fold(start, |a, b| a - b, xs)").is_some());
    assert!(judged("scan(0.0, |y, x| alpha * x + (1.0 - alpha) * y, xs)").is_some());
    assert!(judged("scan(0.0, |y, x| ALPHA * x + (1.0 - ALPHA) * y, xs)").is_some());
    assert_eq!(judged("fold(start, |a, b| a * b % p, xs)"), None);
    assert_eq!(
        judged("fold(start, |a, b| if cost[a] < cost[b] { a } else { b }, xs)"),
        None
    );
    // A scalar of the program itself.
    let own = "fn program(xs: &[f64]) -> f64 {
        let sum = fold(0.0, |a, b| a + b, xs);
        fold(0.0, |s, x| s + (x - sum) * (x - sum), xs)
    }";
    assert!(judged(own).is_some());
}

#[test]
fn elements_of_the_program_itself_may_hold() {
    // Of flags a difference is an exclusive or.
    let flags = "fn program(xs: &[i64]) -> i64 {
        fold(0, |a, b| (a - b).abs(), map(|x| if x > 2 { 1 } else { 0 }, xs))
    }";
    assert_eq!(judged(flags), None);
    let others = flags.replace("1 } else { 0", "1 } else { 3");
    assert!(judged(&others).is_some());
    // Equal elements alone would not tell.
    let equal = "fn program(xs: &[bool]) -> bool {
        fold(true, |a, b| !(a && b), map(|x| x == x, xs))
    }";
    assert!(judged(equal).is_some());
    // Runs of equal numbers: the first, the last, how many there are.
    let runs = "fn program(xs: &[i64]) -> (i64, i64, i64) {
        fold((0, 0, 0), |(f, l, n), (g, k, m)| (f, k, n + m - if l == g { 1 } else { 0 }), \
             map(|x| (x, x, 1), xs))
    }";
    assert_eq!(judged(runs), None);
}

#[test]
fn an_expression_has_options_too() {
    let ema = "scan(0.0, |y, x| 0.9 * y + 0.1 * x, xs)";
    assert!(judged(ema).is_some());
    for option in ["strict", "associative", "loops = 1, strict"] {
        assert_eq!(judged(&format!("#![cnf({option})] {ema}")), None);
    }
    assert!(judged(&format!("#![cnf(loops = 1)] {ema}")).is_some());
}

#[test]
fn messages_show_numbers_and_what_to_write() {
    let text = |source: &str| judged(source).expect("it is refuted");
    let difference = text("fn f(xs: &[f64]) -> f64 { fold(0.0, |a, b| a - b, xs) }");
    assert!(
        difference.contains("(1.0 ∘ 2.0) ∘ 3.0 = -4.0, but 1.0 ∘ (2.0 ∘ 3.0) = 2.0"),
        "{difference}"
    );
    assert!(
        difference.contains("`fold(0.0, |a, b| a + b, map(|b| -b, xs))`"),
        "{difference}"
    );
    let average = text("fn f(xs: &[f64]) -> Vec<f64> { scan(0.5, |y, x| 0.9 * y + 0.1 * x, xs) }");
    for part in [
        "`recurrence(0.5, |y, x| 0.9 * y + 0.1 * x, xs)`",
        "#[cnf(strict)]",
        "#[cnf(associative)]",
    ] {
        assert!(average.contains(part), "{average}");
    }
    let squares = text("fn f(xs: &[f64]) -> f64 { fold(0.0, |s, x| s + x * x, xs) }");
    assert!(
        squares.contains("`fold(0.0, |a, b| a + b, map(|x| x * x, xs))`"),
        "{squares}"
    );
    let growth = text("fn f(xs: &[f64]) -> Vec<f64> { scan(1.0, |w, r| w * (1.0 + r), xs) }");
    assert!(
        growth.contains("`scan(1.0, |a, b| a * b, map(|r| 1.0 + r, xs))`"),
        "{growth}"
    );
    let total = text("fn f(xs: &[f64]) -> f64 { fold(0.5, |y, x| 0.9 * y + 0.1 * x, xs) }");
    for part in [
        "fold((1.0, 0.0), |f, g| (f.0 * g.0, f.1 * g.0 + g.1), map(|x| (0.9, 0.1 * x), xs))",
        "pairs.0 * 0.5 + pairs.1",
    ] {
        assert!(total.contains(part), "{total}");
    }
    let given = text("fn f(xs: &[f64], a: f64) -> f64 { fold(0.0, |y, x| y + a * (x - y), xs) }");
    assert!(given.contains("map(|x| (p, q), xs)"), "{given}");
}
