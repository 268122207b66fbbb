//! Nanoseconds an element of every function, over 10⁵ numbers, beside the standard library's:
//! compiled for what the target has (SSE2 on x86-64) and for AVX2.
//!
//! `cargo bench --package fusus-math --bench functions [NAME]` prints a table, of the functions
//! whose names contain the one that is given.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of elements, which with their results stay in a second-level cache.
const COUNT: usize = 100_000;

/// A function applied to every element, as a loop that is compiled with it.
type Loop<T> = fn(&[T], &[T], &mut [T]);

struct Row<T> {
    name: &'static str,
    low: f64,
    high: f64,
    std: Option<Loop<T>>,
    plain: Loop<T>,
    avx2: Loop<T>,
}

macro_rules! row {
    ($type:ident, $name:ident, |$x:ident, $y:ident| $call:expr, $low:expr, $high:expr, $std:expr) => {{
        #[inline(always)]
        fn each(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            for ((&$x, &$y), out) in xs.iter().zip(ys).zip(out) {
                let _ = $y;
                *out = $call;
            }
        }

        #[inline(never)]
        fn plain(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            each(xs, ys, out);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn with_avx2(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            each(xs, ys, out);
        }

        #[cfg(target_arch = "x86_64")]
        fn avx2(xs: &[$type], ys: &[$type], out: &mut [$type]) {
            assert!(is_x86_feature_detected!("avx2"), "the machine has no AVX2");
            // SAFETY: the machine has the instructions, as was just asked.
            unsafe { with_avx2(xs, ys, out) }
        }

        #[cfg(not(target_arch = "x86_64"))]
        use plain as avx2;

        let row: Row<$type> = Row {
            name: concat!(stringify!($type), "::", stringify!($name)),
            low: $low,
            high: $high,
            std: $std,
            plain,
            avx2,
        };
        row
    }};
}

macro_rules! std_loop {
    ($type:ident, |$x:ident, $y:ident| $call:expr) => {
        Some(|xs: &[$type], ys: &[$type], out: &mut [$type]| {
            for ((&$x, &$y), out) in xs.iter().zip(ys).zip(out) {
                let _ = $y;
                *out = $call;
            }
        })
    };
}

macro_rules! rows {
    ($type:ident) => {{
        use fusus_math::$type as math;
        vec![
            row!(
                $type,
                exp,
                |x, y| math::exp(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.exp())
            ),
            row!(
                $type,
                exp2,
                |x, y| math::exp2(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.exp2())
            ),
            row!(
                $type,
                exp_m1,
                |x, y| math::exp_m1(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.exp_m1())
            ),
            row!(
                $type,
                sigmoid,
                |x, y| math::sigmoid(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| 1.0 / (1.0 + (-x).exp()))
            ),
            row!(
                $type,
                ln,
                |x, y| math::ln(x),
                0.01,
                100.0,
                std_loop!($type, |x, y| x.ln())
            ),
            row!(
                $type,
                ln_1p,
                |x, y| math::ln_1p(x),
                -0.9,
                10.0,
                std_loop!($type, |x, y| x.ln_1p())
            ),
            row!(
                $type,
                log2,
                |x, y| math::log2(x),
                0.01,
                100.0,
                std_loop!($type, |x, y| x.log2())
            ),
            row!(
                $type,
                log10,
                |x, y| math::log10(x),
                0.01,
                100.0,
                std_loop!($type, |x, y| x.log10())
            ),
            row!(
                $type,
                softplus,
                |x, y| math::softplus(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.exp().ln_1p())
            ),
            row!(
                $type,
                sin,
                |x, y| math::sin(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.sin())
            ),
            row!(
                $type,
                cos,
                |x, y| math::cos(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.cos())
            ),
            row!(
                $type,
                sin_cos,
                |x, y| {
                    let (s, c) = math::sin_cos(x);
                    s + c
                },
                -10.0,
                10.0,
                std_loop!($type, |x, y| {
                    let (s, c) = x.sin_cos();
                    s + c
                })
            ),
            row!(
                $type,
                tan,
                |x, y| math::tan(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.tan())
            ),
            row!(
                $type,
                asin,
                |x, y| math::asin(x),
                -1.0,
                1.0,
                std_loop!($type, |x, y| x.asin())
            ),
            row!(
                $type,
                acos,
                |x, y| math::acos(x),
                -1.0,
                1.0,
                std_loop!($type, |x, y| x.acos())
            ),
            row!(
                $type,
                atan,
                |x, y| math::atan(x),
                -5.0,
                5.0,
                std_loop!($type, |x, y| x.atan())
            ),
            row!(
                $type,
                atan2,
                |x, y| math::atan2(x, y),
                -5.0,
                5.0,
                std_loop!($type, |x, y| x.atan2(y))
            ),
            row!(
                $type,
                sinh,
                |x, y| math::sinh(x),
                -5.0,
                5.0,
                std_loop!($type, |x, y| x.sinh())
            ),
            row!(
                $type,
                cosh,
                |x, y| math::cosh(x),
                -5.0,
                5.0,
                std_loop!($type, |x, y| x.cosh())
            ),
            row!(
                $type,
                tanh,
                |x, y| math::tanh(x),
                -5.0,
                5.0,
                std_loop!($type, |x, y| x.tanh())
            ),
            row!(
                $type,
                asinh,
                |x, y| math::asinh(x),
                -5.0,
                5.0,
                std_loop!($type, |x, y| x.asinh())
            ),
            row!(
                $type,
                acosh,
                |x, y| math::acosh(x),
                1.0,
                9.0,
                std_loop!($type, |x, y| x.acosh())
            ),
            row!(
                $type,
                atanh,
                |x, y| math::atanh(x),
                -0.99,
                0.99,
                std_loop!($type, |x, y| x.atanh())
            ),
            row!(
                $type,
                pow,
                |x, y| math::pow(x, y),
                0.1,
                10.0,
                std_loop!($type, |x, y| x.powf(y))
            ),
            row!(
                $type,
                cbrt,
                |x, y| math::cbrt(x),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.cbrt())
            ),
            row!(
                $type,
                hypot,
                |x, y| math::hypot(x, y),
                -10.0,
                10.0,
                std_loop!($type, |x, y| x.hypot(y))
            ),
            row!($type, erf, |x, y| math::erf(x), -3.0, 3.0, None),
            row!($type, erfc, |x, y| math::erfc(x), -3.0, 3.0, None),
            row!(
                $type,
                normal_cdf,
                |x, y| math::normal_cdf(x),
                -3.0,
                3.0,
                None
            ),
        ]
    }};
}

fn near() -> Vec<Row<f64>> {
    use fusus_math::f64::near;
    vec![
        row!(
            f64,
            near_sin,
            |x, y| near::sin(x),
            -10.0,
            10.0,
            std_loop!(f64, |x, y| x.sin())
        ),
        row!(
            f64,
            near_sin_cos,
            |x, y| {
                let (s, c) = near::sin_cos(x);
                s + c
            },
            -10.0,
            10.0,
            std_loop!(f64, |x, y| {
                let (s, c) = x.sin_cos();
                s + c
            })
        ),
        row!(
            f64,
            near_tan,
            |x, y| near::tan(x),
            -10.0,
            10.0,
            std_loop!(f64, |x, y| x.tan())
        ),
    ]
}

/// Numbers spread over a range, in no order that a branch predictor could learn.
fn arguments(low: f64, high: f64, factor: u64) -> impl Iterator<Item = f64> {
    (0..COUNT as u64).map(move |i| {
        let bits = (i + 1).wrapping_mul(factor) >> 11;
        low + (high - low) * (bits as f64 / 2_f64.powi(53))
    })
}

/// The least time of several runs, in nanoseconds an element.
fn nanoseconds<T: Copy>(work: Loop<T>, xs: &[T], ys: &[T], out: &mut [T]) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..15 {
        let start = Instant::now();
        work(black_box(xs), black_box(ys), black_box(&mut *out));
        least = least.min(start.elapsed());
    }
    least.as_secs_f64() * 1e9 / COUNT as f64
}

fn print<T: Copy>(rows: &[Row<T>], named: &str, from: fn(f64) -> T) {
    for row in rows.iter().filter(|row| row.name.contains(named)) {
        let xs: Vec<T> = arguments(row.low, row.high, 0x9e37_79b9_7f4a_7c15)
            .map(from)
            .collect();
        let ys: Vec<T> = arguments(row.low, row.high, 0xd134_2543_de82_ef95)
            .map(from)
            .collect();
        let mut out = xs.clone();
        let mut time = |work| nanoseconds(work, &xs, &ys, &mut out);
        let std = row.std.map_or(f64::NAN, &mut time);
        let (plain, avx2) = (time(row.plain), time(row.avx2));
        println!(
            "{:18} {std:8.2} {plain:8.2} {avx2:8.2} {:8.1} {:8.1}",
            row.name,
            std / plain,
            std / avx2
        );
    }
}

fn main() {
    let named = std::env::args()
        .skip(1)
        .find(|word| !word.starts_with('-'))
        .unwrap_or_default();
    println!(
        "{:18} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "ns an element", "std", "target's", "AVX2", "times", "times"
    );
    print(&rows!(f32), &named, |x| x as f32);
    print(&rows!(f64), &named, |x| x);
    print(&near(), &named, |x| x);
}
