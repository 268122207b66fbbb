//! Errors of the functions of `f64` against the reference, at random arguments.

#[path = "reference/mod.rs"]
#[allow(dead_code, reason = "each test uses a part of the reference")]
mod reference;

use fusus_math::f64 as math;
use reference::parts;
use reference::random::Random;
use reference::wide::wide;
use reference::{Scaled, error};
use std::f64::consts::PI;

const MAX: f64 = f64::MAX;
/// The least number above zero.
const TINY: f64 = 5e-324;

/// A function of one argument: what it is to compute, the bound of its error, and ranges of
/// arguments.
struct Case {
    name: &'static str,
    function: fn(f64) -> f64,
    truth: fn(f64) -> Scaled,
    bound: f64,
    ranges: &'static [(f64, f64)],
}

/// A function of two arguments.
struct Case2 {
    name: &'static str,
    function: fn(f64, f64) -> f64,
    truth: fn(f64, f64) -> Scaled,
    bound: f64,
    ranges: &'static [[(f64, f64); 2]],
}

macro_rules! case {
    ($name:ident, $truth:expr, $bound:expr, $ranges:expr) => {
        Case {
            name: stringify!($name),
            function: |x| math::$name(x),
            truth: $truth,
            bound: $bound,
            ranges: &$ranges,
        }
    };
}

macro_rules! near {
    ($name:ident, $truth:expr, $bound:expr) => {
        Case {
            name: concat!("near::", stringify!($name)),
            function: |x| math::near::$name(x),
            truth: $truth,
            bound: $bound,
            ranges: &[(TINY, 1023.9), (-1023.9, -1e-8)],
        }
    };
}

macro_rules! case2 {
    ($name:ident, $truth:expr, $bound:expr, $ranges:expr) => {
        Case2 {
            name: stringify!($name),
            function: |x, y| math::$name(x, y),
            truth: $truth,
            bound: $bound,
            ranges: &$ranges,
        }
    };
}

const ANGLES: [(f64, f64); 5] = [
    (TINY, 1.6),
    (-7.0, 7.0),
    (500.0, 2000.0),
    (1.0, 1e17),
    (-MAX, -1.0),
];

fn cases() -> Vec<Case> {
    vec![
        case!(
            exp,
            |x| reference::exp(x.into()),
            1.0,
            [(-746.0, 710.0), (-1.0, 1.0), (TINY, 709.9)]
        ),
        case!(
            exp2,
            reference::exp2,
            1.0,
            [(-1076.0, 1025.0), (-1.0, 1.0), (TINY, 1023.9)]
        ),
        case!(
            exp_m1,
            |x| if x > 300.0 {
                reference::exp(x.into())
            } else {
                reference::exp_m1(x.into()).into()
            },
            1.4,
            [(-41.0, 300.0), (-1.0, 1.0), (TINY, 709.9), (-40.0, -TINY)]
        ),
        case!(
            sigmoid,
            reference::sigmoid,
            0.9,
            [(-746.0, 50.0), (-2.0, 2.0), (-700.0, -TINY)]
        ),
        case!(
            ln,
            |x| reference::ln(x.into()).into(),
            0.9,
            [(TINY, MAX), (0.5, 2.0), (0.99, 1.01), (0.0, 1e-300)]
        ),
        case!(
            ln_1p,
            |x| reference::ln_1p(x.into()).into(),
            0.9,
            [(TINY, MAX), (-0.999999, 3.0), (-0.01, 0.01), (-0.9, -TINY)]
        ),
        case!(
            log2,
            |x| reference::log2(x).into(),
            0.9,
            [(TINY, MAX), (0.5, 2.0), (0.99, 1.01)]
        ),
        case!(
            log10,
            |x| reference::log10(x).into(),
            0.8,
            [(TINY, MAX), (0.5, 2.0), (0.99, 1.01)]
        ),
        case!(
            softplus,
            reference::softplus,
            1.2,
            [(-746.0, 50.0), (-2.0, 2.0), (-40.0, 4.0)]
        ),
        case!(sin, |x| reference::sin_cos(x).0.into(), 0.9, ANGLES),
        case!(cos, |x| reference::sin_cos(x).1.into(), 0.9, ANGLES),
        case!(tan, |x| reference::tan(x).into(), 1.5, ANGLES),
        near!(sin, |x| reference::sin_cos(x).0.into(), 0.9),
        near!(cos, |x| reference::sin_cos(x).1.into(), 0.9),
        near!(tan, |x| reference::tan(x).into(), 1.5),
        case!(
            asin,
            |x| reference::asin(x).into(),
            0.8,
            [(-1.0, 1.0), (1e-290, 1.0), (0.4, 0.6), (0.999, 1.0)]
        ),
        case!(
            acos,
            |x| reference::acos(x).into(),
            0.8,
            [(-1.0, 1.0), (1e-290, 1.0), (0.4, 0.6), (0.999, 1.0)]
        ),
        case!(
            atan,
            |x| reference::atan(x).into(),
            0.8,
            [(TINY, MAX), (-10.0, 10.0), (-3.0, -0.1)]
        ),
        case!(
            sinh,
            reference::sinh,
            1.1,
            [(-711.0, 711.0), (-2.0, 2.0), (TINY, 700.0)]
        ),
        case!(
            cosh,
            reference::cosh,
            0.8,
            [(-711.0, 711.0), (-2.0, 2.0), (TINY, 700.0)]
        ),
        case!(
            tanh,
            |x| reference::tanh(x).into(),
            1.0,
            [(-25.0, 25.0), (-2.0, 2.0), (TINY, MAX)]
        ),
        case!(
            asinh,
            |x| reference::asinh(x).into(),
            1.2,
            [(TINY, MAX), (-2.0, 2.0), (-0.1, 0.1), (1e100, 1e200)]
        ),
        case!(
            acosh,
            |x| reference::acosh(x).into(),
            1.2,
            [(1.0, MAX), (1.0, 2.0), (1.0, 1.0001), (1e100, 1e200)]
        ),
        case!(
            atanh,
            |x| reference::atanh(x).into(),
            0.9,
            [(-1.0, 1.0), (-0.1, 0.1), (TINY, 0.5), (0.999, 1.0)]
        ),
        case!(
            cbrt,
            |x| reference::cbrt(x).into(),
            0.6,
            [(1e-270, 1e300), (-9.0, 9.0), (-8.0, -1.0)]
        ),
        case!(
            erf,
            |x| reference::erf(x).into(),
            1.0,
            [(-7.0, 7.0), (-1.0, 1.0), (1e-290, 0.6)]
        ),
        case!(
            erfc,
            reference::erfc,
            1.3,
            [(-7.0, 28.0), (-1.0, 1.0), (-0.5, 5.0)]
        ),
        case!(
            normal_cdf,
            reference::normal_cdf,
            1.3,
            [(-39.0, 9.0), (-1.0, 1.0), (-5.0, 0.5)]
        ),
    ]
}

fn cases2() -> Vec<Case2> {
    vec![
        case2!(
            pow,
            reference::pow,
            1.0,
            [
                [(0.5, 2.0), (-1000.0, 1000.0)],
                [(1e-8, 1e8), (-40.0, 40.0)],
                [(TINY, MAX), (-1.0, 1.0)],
                [(0.999, 1.001), (-7e5, 7e5)]
            ]
        ),
        case2!(
            log,
            |x, base| (reference::ln(x.into()) / reference::ln(base.into())).into(),
            0.9,
            [
                [(TINY, MAX), (2.0, 100.0)],
                [(0.5, 2.0), (0.1, 0.9)],
                [(1.0, 100.0), (1.1, 2.0)]
            ]
        ),
        case2!(
            atan2,
            |y, x| reference::atan2(y.into(), x.into()).into(),
            0.8,
            [
                [(-1.0, 1.0), (-1.0, 1.0)],
                [(1e-140, 1e140), (-1e140, -1e-140)],
                [(1e-140, 1e140), (1e-140, 1e140)],
                [(-3.0, -1.0), (1.0, 3.0)]
            ]
        ),
        case2!(
            hypot,
            |x, y| reference::hypot(x, y).into(),
            0.6,
            [
                [(-1.0, 1.0), (-1.0, 1.0)],
                [(1e-140, 1e140), (1e-140, 1e140)],
                [(0.1, 1.0), (1.0, 10.0)]
            ]
        ),
    ]
}

/// The greatest error at a number of arguments, and where it is.
fn greatest(case: &Case, count: usize) -> (f64, f64) {
    parts::greatest(|part| {
        let mut random = Random::new((count + part) as u64);
        let mut worst = (0.0, 0.0);
        for i in 0..count / parts::COUNT {
            let (low, high) = case.ranges[i % case.ranges.len()];
            let x = random.between(low, high);
            let error = error((case.function)(x), (case.truth)(x));
            if error > worst.0 {
                worst = (error, x);
            }
        }
        worst
    })
}

fn greatest2(case: &Case2, count: usize) -> (f64, [f64; 2]) {
    parts::greatest(|part| {
        let mut random = Random::new((count + part) as u64);
        let mut worst = (0.0, [0.0; 2]);
        for i in 0..count / parts::COUNT {
            let [first, second] = case.ranges[i % case.ranges.len()];
            let (x, y) = (
                random.between(first.0, first.1),
                random.between(second.0, second.1),
            );
            let error = error((case.function)(x, y), (case.truth)(x, y));
            if error > worst.0 {
                worst = (error, [x, y]);
            }
        }
        worst
    })
}

/// Checks functions, all or the one that the environment names, at `count` arguments each.
fn check(count: usize) {
    let named = std::env::var("FUSUS_MATH_FUNCTION").ok();
    let is_meant = |name: &str| named.as_deref().is_none_or(|named| named == name);
    let mut failures = Vec::new();
    let mut say = |name: &str, error: f64, place: String, bound: f64| {
        let line = format!("{name}: {error:.4} ulp at {place}");
        println!("{line}");
        if error > bound {
            failures.push(line);
        }
    };
    for case in cases().iter().filter(|case| is_meant(case.name)) {
        let (error, x) = greatest(case, count);
        say(case.name, error, format!("{x:e}"), case.bound);
    }
    for case in cases2().iter().filter(|case| is_meant(case.name)) {
        let (error, [x, y]) = greatest2(case, count);
        say(case.name, error, format!("{x:e}, {y:e}"), case.bound);
    }
    assert!(failures.is_empty(), "beyond the bound: {failures:#?}");
}

/// The reference against values that mpmath computed with 60 digits: a name, arguments, and the
/// result as a sum of two numbers times a power of two.
#[test]
fn the_reference_agrees_with_mpmath() {
    let mut count = 0;
    for line in include_str!("reference/values.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<f64>().unwrap();
        let (cases, cases2) = (cases(), cases2());
        let one = cases.iter().find(|case| case.name == words[0]);
        let two = cases2.iter().find(|case| case.name == words[0]);
        let found = match (one, two) {
            (Some(one), _) => (one.truth)(number(1)),
            (_, Some(two)) => (two.truth)(number(1), number(2)),
            _ => panic!("no function {}", words[0]),
        };
        let expected = Scaled {
            value: wide(number(3), number(4)),
            exponent: number(5) as i32,
        };
        let relative = reference::relative_difference(found, expected);
        assert!(relative < 1e-22, "{line}: {relative:e}");
        count += 1;
    }
    assert!(count > 300, "{count} values");
}

#[test]
fn errors_are_within_their_bounds() {
    check(100_000);
}

/// The arguments below 2¹⁰²⁴ whose multiples of 2/π come nearest to integers, found with continued
/// fractions of 2/π.
#[test]
fn angles_next_to_quarter_turns_keep_their_bits() {
    for x in [
        6_381_956_970_095_103.0 * 2_f64.powi(797),
        5_319_372_648_326_541.0 * 2_f64.powi(-48),
        PI,
        0.5 * PI,
        1e22,
    ] {
        let (sine, cosine) = reference::sin_cos(x);
        for (result, truth) in [
            (math::sin(x), sine),
            (math::cos(x), cosine),
            (math::tan(x), sine / cosine),
        ] {
            let error = error(result, truth.into());
            assert!(error < 1.0, "{error} at {x:e}");
        }
    }
}

#[test]
fn near_is_the_same_to_the_bit() {
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let x = random.between(-1023.9, 1023.9);
        assert_eq!(
            math::near::sin(x).to_bits(),
            math::sin(x).to_bits(),
            "{x:e}"
        );
        assert_eq!(
            math::near::cos(x).to_bits(),
            math::cos(x).to_bits(),
            "{x:e}"
        );
        assert_eq!(
            math::near::tan(x).to_bits(),
            math::tan(x).to_bits(),
            "{x:e}"
        );
    }
}

mod soak {
    #[test]
    #[ignore = "a minute"]
    fn errors_are_within_their_bounds_at_a_million_arguments() {
        super::check(1_000_000);
    }
}

/// `cargo xtask accuracy`: `FUSUS_MATH_FUNCTION` chooses one, `FUSUS_MATH_ARGUMENTS` says how many.
mod full {
    #[test]
    #[ignore = "hours: run with --release"]
    fn errors_are_within_their_bounds_at_many_arguments() {
        let asked = std::env::var("FUSUS_MATH_ARGUMENTS").ok();
        let asked = asked.map(|count| count.parse().expect("a number of arguments"));
        super::check(asked.unwrap_or(100_000_000));
    }
}
