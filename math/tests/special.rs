//! Special values: those of IEEE 754, and where the standard library has the function, its own.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};

const SPECIAL: [f64; 26] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    1e300,
    -1e300,
    1e-300,
    -1e-300,
    5e-324,
    -5e-324,
    1e16,
    -1e16,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    -1.5,
    1e200,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Tells whether two results are the same kind of number, and near each other if they are numbers.
fn agree(a: f64, b: f64, tolerance: f64) -> bool {
    if a.is_nan() || b.is_nan() || a.is_infinite() || b.is_infinite() || a == 0.0 || b == 0.0 {
        // Zeros differ by their sign, NaNs do not.
        return a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    }
    (a - b).abs() <= tolerance * b.abs()
}

/// Special numbers of a type: the common ones, and those at the ends of its range and around 1.
macro_rules! specials {
    ($type:ident) => {
        SPECIAL.map(|x| x as $type).into_iter().chain([
            $type::MAX,
            $type::MIN,
            $type::MIN_POSITIVE,
            -$type::MIN_POSITIVE,
            $type::MIN_POSITIVE / 3.0,
            -$type::MIN_POSITIVE / 3.0,
            $type::from_bits(1),
            -$type::from_bits(1),
            1.0 + $type::EPSILON,
            1.0 - $type::EPSILON / 2.0,
            -1.0 - $type::EPSILON,
        ])
    };
}

macro_rules! like_std {
    ($type:ident, $tolerance:expr, $($name:ident $method:ident),+) => {
        $(for x in specials!($type) {
            let (ours, std) = (fusus_math::$type::$name(x) as f64, x.$method() as f64);
            assert!(agree(ours, std, $tolerance), "{}({x:e}) is {ours:e}, not {std:e}", stringify!($name));
        })+
    };
}

macro_rules! like_std_of_two {
    ($type:ident, $tolerance:expr, $($name:ident $method:ident),+) => {
        $(for x in specials!($type) {
            for y in specials!($type) {
                let (ours, std) = (fusus_math::$type::$name(x, y) as f64, x.$method(y) as f64);
                assert!(
                    agree(ours, std, $tolerance),
                    "{}({x:e}, {y:e}) is {ours:e}, not {std:e}",
                    stringify!($name)
                );
            }
        })+
    };
}

#[test]
fn numbers_of_64_bits_are_as_in_the_standard_library() {
    like_std!(f64, 1e-15, exp exp, exp2 exp2, exp_m1 exp_m1, ln ln, ln_1p ln_1p, log2 log2, log10 log10);
    like_std!(f64, 1e-15, sin sin, cos cos, tan tan, asin asin, acos acos, atan atan);
    like_std!(f64, 1e-15, sinh sinh, cosh cosh, tanh tanh, cbrt cbrt);
    like_std_of_two!(f64, 1e-15, pow powf, atan2 atan2, hypot hypot, log log);
}

#[test]
fn numbers_of_32_bits_are_as_in_the_standard_library() {
    like_std!(f32, 3e-7, exp exp, exp2 exp2, exp_m1 exp_m1, ln ln, ln_1p ln_1p, log2 log2, log10 log10);
    like_std!(f32, 3e-7, sin sin, cos cos, tan tan, asin asin, acos acos, atan atan);
    like_std!(f32, 3e-7, sinh sinh, cosh cosh, tanh tanh, cbrt cbrt);
    like_std_of_two!(f32, 3e-7, pow powf, atan2 atan2, hypot hypot, log log);
}

/// Checks results to the bit, but for that of a NaN.
macro_rules! exactly {
    ($type:ident: $($name:ident($x:expr) = $result:expr),+ $(,)?) => {
        $({
            let (found, expected): ($type, $type) = (fusus_math::$type::$name($x), $result);
            let same = found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan());
            assert!(same, "{}({}) is {found:e}, not {expected:e}", stringify!($name), stringify!($x));
        })+
    };
}

macro_rules! of_probability {
    ($type:ident) => {
        exactly!($type:
            erf(0.0) = 0.0, erf(-0.0) = -0.0, erf($type::INFINITY) = 1.0, erf($type::NEG_INFINITY) = -1.0,
            erf($type::NAN) = $type::NAN, erf(1e30) = 1.0,
            erfc(0.0) = 1.0, erfc(-0.0) = 1.0, erfc($type::INFINITY) = 0.0, erfc($type::NEG_INFINITY) = 2.0,
            erfc($type::NAN) = $type::NAN, erfc(1e30) = 0.0, erfc(-1e30) = 2.0,
            normal_cdf(0.0) = 0.5, normal_cdf(-0.0) = 0.5, normal_cdf($type::INFINITY) = 1.0,
            normal_cdf($type::NEG_INFINITY) = 0.0, normal_cdf($type::NAN) = $type::NAN, normal_cdf(-1e30) = 0.0,
            sigmoid(0.0) = 0.5, sigmoid(-0.0) = 0.5, sigmoid($type::INFINITY) = 1.0,
            sigmoid($type::NEG_INFINITY) = 0.0, sigmoid($type::NAN) = $type::NAN, sigmoid(-1e30) = 0.0,
            softplus($type::INFINITY) = $type::INFINITY, softplus($type::NEG_INFINITY) = 0.0,
            softplus($type::NAN) = $type::NAN, softplus(1e30) = 1e30, softplus(-1e30) = 0.0,
        );
    };
}

/// Of great numbers the standard library's are wrong in some versions.
macro_rules! of_area {
    ($type:ident) => {
        exactly!($type:
            asinh(0.0) = 0.0, asinh(-0.0) = -0.0, asinh($type::INFINITY) = $type::INFINITY,
            asinh($type::NEG_INFINITY) = $type::NEG_INFINITY, asinh($type::NAN) = $type::NAN,
            asinh($type::MIN_POSITIVE) = $type::MIN_POSITIVE, asinh(-1e-30) = -1e-30,
            asinh($type::MAX) = fusus_math::$type::ln($type::MAX) + core::$type::consts::LN_2,
            acosh(1.0) = 0.0, acosh($type::INFINITY) = $type::INFINITY, acosh(0.5) = $type::NAN,
            acosh(-2.0) = $type::NAN, acosh(-1e30) = $type::NAN, acosh($type::NAN) = $type::NAN,
            acosh($type::MAX) = fusus_math::$type::ln($type::MAX) + core::$type::consts::LN_2,
            atanh(0.0) = 0.0, atanh(-0.0) = -0.0, atanh(1.0) = $type::INFINITY,
            atanh(-1.0) = $type::NEG_INFINITY, atanh(1.5) = $type::NAN, atanh(-1e30) = $type::NAN,
            atanh($type::INFINITY) = $type::NAN, atanh($type::NAN) = $type::NAN,
            atanh($type::MIN_POSITIVE) = $type::MIN_POSITIVE, atanh(-1e-30) = -1e-30,
        );
    };
}

#[test]
fn inverse_hyperbolic_functions() {
    of_area!(f32);
    of_area!(f64);
}

#[test]
fn functions_that_the_standard_library_lacks() {
    of_probability!(f32);
    of_probability!(f64);
    exactly!(f64: softplus(0.0) = LN_2, erf(5e-324) = 5e-324, sigmoid(-745.0) = fusus_math::f64::exp(-745.0));
}

#[test]
fn results_that_are_exact() {
    exactly!(f64:
        exp(0.0) = 1.0, ln(1.0) = 0.0, cos(0.0) = 1.0, cbrt(-27.0) = -3.0,
        atan(1.0) = FRAC_PI_4, asin(1.0) = FRAC_PI_2, acos(-1.0) = PI, acos(1.0) = 0.0,
    );
    for n in -1074..1024 {
        let power = 2_f64.powi(n / 2) * 2_f64.powi(n - n / 2);
        assert_eq!(fusus_math::f64::exp2(n as f64), power, "{n}");
        assert_eq!(fusus_math::f64::log2(power), n as f64, "{n}");
        assert_eq!(fusus_math::f64::pow(2.0, n as f64), power, "{n}");
    }
    for n in -149..128 {
        let power = 2_f64.powi(n) as f32;
        assert_eq!(fusus_math::f32::exp2(n as f32), power, "{n}");
        assert_eq!(fusus_math::f32::log2(power), n as f32, "{n}");
        assert_eq!(fusus_math::f32::pow(2.0, n as f32), power, "{n}");
    }
    for n in 0..23 {
        assert_eq!(fusus_math::f64::log10(10_f64.powi(n)), n as f64, "{n}");
    }
}

/// Neighbours at random places, where a function that grows must not fall.
#[test]
fn functions_that_grow_do_not_fall_between_neighbours() {
    type Growing = (&'static str, fn(f32) -> f32, f32, f32);
    let functions: [Growing; 10] = [
        ("exp", |x| fusus_math::f32::exp(x), -90.0, 88.0),
        ("ln", |x| fusus_math::f32::ln(x), 0.1, 10.0),
        ("atan", |x| fusus_math::f32::atan(x), -5.0, 5.0),
        ("asin", |x| fusus_math::f32::asin(x), -1.0, 0.999),
        ("sinh", |x| fusus_math::f32::sinh(x), -5.0, 5.0),
        ("tanh", |x| fusus_math::f32::tanh(x), -5.0, 5.0),
        ("erf", |x| fusus_math::f32::erf(x), -3.0, 3.0),
        ("normal_cdf", |x| fusus_math::f32::normal_cdf(x), -9.0, 4.0),
        ("sigmoid", |x| fusus_math::f32::sigmoid(x), -50.0, 10.0),
        ("cbrt", |x| fusus_math::f32::cbrt(x), -9.0, 9.0),
    ];
    for (name, function, low, high) in functions {
        for i in 0..100_000 {
            let x = low + (high - low) * (i as f32 / 100_000.0);
            let next = x.next_up();
            assert!(function(x) <= function(next), "{name} falls after {x:e}");
        }
    }
}
