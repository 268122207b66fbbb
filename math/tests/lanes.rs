//! Compilations that must give the same bits: one number at a time, in a loop for the instructions
//! that the target has, and in loops for AVX2, for AVX2 with fused multiply-adds and for AVX-512,
//! where the machine has them.

#[path = "reference/random.rs"]
#[allow(dead_code, reason = "each test uses a part of the reference")]
mod random;

use random::Random;
use std::hint::black_box;

/// Arguments of every size, and special ones.
fn arguments(seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut arguments = vec![
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
        f64::MAX,
    ];
    for _ in 0..5_000 {
        arguments.push(f64::from_bits(random.bits()));
        arguments.push(random.between(-1.0, 1.0));
        arguments.push(random.between(-20.0, 20.0));
        arguments.push(random.between(-2000.0, 2000.0));
        // So that pairs of arguments shift against each other.
        if seed == 2 && random.bits().is_multiple_of(64) {
            arguments.push(1.0);
        }
    }
    arguments.truncate(20_000);
    arguments
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

macro_rules! same_bits {
    ($type:ident, $name:ident, |$x:ident, $y:ident| $call:expr) => {{
        #[inline(always)]
        fn each(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            for ((&$x, &$y), out) in xs.iter().zip(ys).zip(out) {
                let _ = $y;
                *out = $call;
            }
        }

        #[inline(never)]
        fn one($x: $type, $y: $type) -> $type {
            let _ = $y;
            $call
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            each(xs, ys, out);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn fma(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            each(xs, ys, out);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
        fn avx512(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            each(xs, ys, out);
        }

        let xs: Vec<$type> = arguments(1).iter().map(|&x| x as $type).collect();
        let ys: Vec<$type> = arguments(2).iter().map(|&y| y as $type).collect();
        let single = |(&x, &y)| black_box(one as fn($type, $type) -> $type)(x, y);
        let expected: Vec<$type> = xs.iter().zip(&ys).map(single).collect();
        let compare = |kind: &str, run: fn(&[$type], &[$type], &mut [$type])| {
            let mut out = vec![0.0; xs.len()];
            black_box(run)(&xs, &ys, &mut out);
            for (i, (a, b)) in out.iter().zip(&expected).enumerate() {
                let same = a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
                let (x, y) = (xs[i], ys[i]);
                assert!(
                    same,
                    "{} of {x:e}, {y:e}: {a:e} by {kind}, {b:e} alone",
                    stringify!($name)
                );
            }
        };
        compare("the target's vectors", each);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the machine has the instructions, as was just asked.
            compare("AVX2", |xs, ys, out| unsafe { avx2(xs, ys, out) });
            // SAFETY: likewise.
            compare("AVX2 and FMA", |xs, ys, out| unsafe { fma(xs, ys, out) });
        }
        #[cfg(target_arch = "x86_64")]
        if has_avx512() {
            // SAFETY: likewise.
            compare("AVX-512", |xs, ys, out| unsafe { avx512(xs, ys, out) });
        }
    }};
}

macro_rules! all {
    ($type:ident) => {{
        use fusus_math::$type as math;
        same_bits!($type, exp, |x, y| math::exp(x));
        same_bits!($type, exp2, |x, y| math::exp2(x));
        same_bits!($type, exp_m1, |x, y| math::exp_m1(x));
        same_bits!($type, sigmoid, |x, y| math::sigmoid(x));
        same_bits!($type, ln, |x, y| math::ln(x));
        same_bits!($type, ln_1p, |x, y| math::ln_1p(x));
        same_bits!($type, log2, |x, y| math::log2(x));
        same_bits!($type, log10, |x, y| math::log10(x));
        same_bits!($type, softplus, |x, y| math::softplus(x));
        same_bits!($type, pow, |x, y| math::pow(x, y));
        same_bits!($type, sin, |x, y| math::sin(x));
        same_bits!($type, cos, |x, y| math::cos(x));
        same_bits!($type, sin_cos, |x, y| math::sin_cos(x).0);
        same_bits!($type, sin_cos, |x, y| math::sin_cos(x).1);
        same_bits!($type, tan, |x, y| math::tan(x));
        same_bits!($type, asin, |x, y| math::asin(x));
        same_bits!($type, acos, |x, y| math::acos(x));
        same_bits!($type, atan, |x, y| math::atan(x));
        same_bits!($type, atan2, |x, y| math::atan2(x, y));
        same_bits!($type, sinh, |x, y| math::sinh(x));
        same_bits!($type, cosh, |x, y| math::cosh(x));
        same_bits!($type, tanh, |x, y| math::tanh(x));
        same_bits!($type, asinh, |x, y| math::asinh(x));
        same_bits!($type, acosh, |x, y| math::acosh(x));
        same_bits!($type, atanh, |x, y| math::atanh(x));
        same_bits!($type, log, |x, y| math::log(x, y));
        same_bits!($type, cbrt, |x, y| math::cbrt(x));
        same_bits!($type, hypot, |x, y| math::hypot(x, y));
        same_bits!($type, erf, |x, y| math::erf(x));
        same_bits!($type, erfc, |x, y| math::erfc(x));
        same_bits!($type, normal_cdf, |x, y| math::normal_cdf(x));
    }};
}

#[test]
fn numbers_of_32_bits_have_the_same_bits_in_every_width() {
    all!(f32);
}

#[test]
fn numbers_of_64_bits_have_the_same_bits_in_every_width() {
    use fusus_math::f64::near;
    all!(f64);
    same_bits!(f64, near_sin, |x, y| near::sin(x));
    same_bits!(f64, near_cos, |x, y| near::cos(x));
    same_bits!(f64, near_tan, |x, y| near::tan(x));
}
