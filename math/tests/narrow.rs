//! Errors of the functions of `f32`, against the standard library's functions of `f64`, and where
//! it has none, against the crate's own, which `accuracy.rs` checks.

#[path = "reference/parts.rs"]
mod parts;

use fusus_math::f32 as math;

/// A function of one argument, what it is to compute, and the bound of its error.
struct Case {
    name: &'static str,
    function: fn(f32) -> f32,
    truth: fn(f64) -> f64,
    bound: f64,
}

macro_rules! case {
    ($name:ident, $truth:expr, $bound:expr) => {
        Case {
            name: stringify!($name),
            function: |x| math::$name(x),
            truth: $truth,
            bound: $bound,
        }
    };
}

fn cases() -> Vec<Case> {
    vec![
        case!(exp, |x| x.exp(), 0.97),
        case!(exp2, |x| x.exp2(), 0.54),
        case!(exp_m1, |x| x.exp_m1(), 0.54),
        case!(sigmoid, |x| 1.0 / (1.0 + (-x).exp()), 0.54),
        case!(ln, |x| x.ln(), 0.9),
        case!(ln_1p, |x| x.ln_1p(), 0.53),
        case!(log2, |x| x.log2(), 0.53),
        case!(log10, |x| x.log10(), 0.53),
        case!(softplus, |x| x.max(0.0) + (-x.abs()).exp().ln_1p(), 0.56),
        case!(sin, |x| x.sin(), 0.52),
        case!(cos, |x| x.cos(), 0.52),
        case!(tan, |x| x.tan(), 0.52),
        case!(asin, |x| x.asin(), 0.51),
        case!(acos, |x| x.acos(), 0.51),
        case!(atan, |x| x.atan(), 0.51),
        case!(sinh, |x| x.sinh(), 0.54),
        case!(cosh, |x| x.cosh(), 0.54),
        case!(tanh, |x| x.tanh(), 0.95),
        case!(asinh, asinh, 0.54),
        case!(acosh, acosh, 0.54),
        case!(atanh, |x| 0.5 * (2.0 * x / (1.0 - x)).ln_1p(), 0.54),
        case!(cbrt, |x| x.cbrt(), 0.51),
        case!(erf, |x| fusus_math::f64::erf(x), 0.56),
        case!(erfc, |x| fusus_math::f64::erfc(x), 0.56),
        case!(normal_cdf, |x| fusus_math::f64::normal_cdf(x), 0.56),
    ]
}

/// Returns the inverse hyperbolic sine without the cancellation that the standard library's has.
fn asinh(x: f64) -> f64 {
    let a = x.abs();
    match a == f64::INFINITY {
        true => x,
        false => (a + a * a / (1.0 + (a * a + 1.0).sqrt()))
            .ln_1p()
            .copysign(x),
    }
}

/// Returns the inverse hyperbolic cosine, likewise.
fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    match x < 1.0 {
        true => f64::NAN,
        false => (t + (t * (t + 2.0)).sqrt()).ln_1p(),
    }
}

/// Returns the distance of a result from the value, in ulp of the value.
fn error(result: f32, truth: f64) -> f64 {
    if result.is_nan() || truth.is_nan() {
        return if result.is_nan() && truth.is_nan() {
            0.0
        } else {
            f64::INFINITY
        };
    }
    // The limit above which a number is ∞ in `f32`.
    let limit = f32::MAX as f64 + 2_f64.powi(103);
    if result.is_infinite() {
        let is_right = truth.abs() >= limit * (1.0 - 1e-9) && (result > 0.0) == (truth > 0.0);
        return if is_right { 0.0 } else { f64::INFINITY };
    }
    let exponent = ((truth.to_bits() >> 52) & 2047).max(1023 - 126);
    let ulp = f64::from_bits((exponent - 23) << 52);
    (result as f64 - truth).abs() / ulp
}

/// The greatest error at every `step`th number, and where it is.
fn greatest(case: &Case, step: usize) -> (f64, f32) {
    parts::greatest(|part| {
        let len = (1 << 32) / parts::COUNT;
        let mut worst = (0.0, 0.0);
        // Parts begin where the one before ended.
        let begin = (part * len).next_multiple_of(step);
        for bits in (begin..(part + 1) * len).step_by(step) {
            let x = f32::from_bits(bits as u32);
            let error = error((case.function)(x), (case.truth)(x as f64));
            if error > worst.0 {
                worst = (error, x);
            }
        }
        worst
    })
}

/// Checks functions, all or the one that the environment names, at every `step`th number.
fn check(step: usize) {
    let named = std::env::var("FUSUS_MATH_FUNCTION").ok();
    let is_meant = |case: &&Case| named.as_deref().is_none_or(|named| named == case.name);
    let mut failures = Vec::new();
    for case in cases().iter().filter(is_meant) {
        let (error, x) = greatest(case, step);
        let line = format!("{}: {error:.4} ulp at {x:e}", case.name);
        println!("{line}");
        if error > case.bound {
            failures.push(line);
        }
    }
    assert!(failures.is_empty(), "beyond the bound: {failures:#?}");
}

#[test]
fn errors_are_within_their_bounds() {
    check(40_009);
}

/// Functions of two arguments at pairs in a grid that no binade is left out of.
#[test]
fn errors_of_functions_of_two_arguments_are_within_their_bounds() {
    let numbers = || (0..u32::MAX).step_by(13_999_981).map(f32::from_bits);
    let near = || (0..400).map(|i| -5.0 + i as f32 * 0.025_312);
    let check = |x: f32, y: f32| {
        let (wide_x, wide_y) = (x as f64, y as f64);
        for (name, result, truth, bound) in [
            ("pow", math::pow(x, y), wide_x.powf(wide_y), 0.6),
            ("log", math::log(x, y), wide_x.ln() / wide_y.ln(), 0.6),
            ("atan2", math::atan2(x, y), wide_x.atan2(wide_y), 0.51),
            ("hypot", math::hypot(x, y), wide_x.hypot(wide_y), 0.51),
        ] {
            let error = error(result, truth);
            assert!(error <= bound, "{name}({x:e}, {y:e}): {error} ulp");
        }
    };
    for x in numbers().chain(near()) {
        for y in numbers().chain(near()) {
            check(x, y);
        }
    }
}

mod soak {
    #[test]
    #[ignore = "a minute"]
    fn errors_are_within_their_bounds_at_ten_million_numbers() {
        super::check(401);
    }
}

/// `cargo xtask accuracy`: `FUSUS_MATH_FUNCTION` chooses one.
mod full {
    #[test]
    #[ignore = "half an hour: run with --release"]
    fn errors_are_within_their_bounds_at_every_number() {
        super::check(1);
    }
}
