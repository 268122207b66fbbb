//! Operators that are associative, also if not on all values of their type, and those
//! of which the user says how to run them.

use fusus::cnf;
use std::ops::Sub;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    low: f64,
    high: f64,
}

cnf! {
    fn composed(xs: &[(f64, f64)]) -> (f64, f64) {
        fold((1.0, 0.0), |f, g| (f.0 * g.0, f.1 * g.0 + g.1), xs)
    }

    fn product(xs: &[[f64; 4]]) -> Vec<[f64; 4]> {
        scan(
            [1.0, 0.0, 0.0, 1.0],
            |a, b| [
                a[0] * b[0] + a[1] * b[2],
                a[0] * b[1] + a[1] * b[3],
                a[2] * b[0] + a[3] * b[2],
                a[2] * b[1] + a[3] * b[3],
            ],
            xs,
        )
    }

    fn modular(xs: &[i64], p: i64) -> (i64, i64) {
        (fold(1, |a, b| a * b % p, xs), fold(0, |a, b| (a + b) % 1_000_003, xs))
    }

    fn capped(xs: &[f64], cap: f64) -> f64 {
        fold(0.0, |a, b| f64::min(a + b, cap), xs)
    }

    fn bounds(xs: &[f64]) -> Interval {
        fold(
            Interval { low: f64::INFINITY, high: f64::NEG_INFINITY },
            |a, b| Interval { low: f64::min(a.low, b.low), high: f64::max(a.high, b.high) },
            map(|x| Interval { low: x, high: x }, xs),
        )
    }

    fn welford(xs: &[f64]) -> (f64, f64, f64) {
        fold(
            (0.0, 0.0, 0.0),
            |(n, mean, m2), (k, other, o2)| {
                let (all, gap) = (n + k, other - mean);
                (all, mean + gap * k / all, m2 + o2 + gap * gap * n * k / all)
            },
            map(|x| (1.0, x, 0.0), xs),
        )
    }

    fn divisor(xs: &[u64]) -> u64 {
        fold(0, gcd, xs)
    }

    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    fn lightest(xs: &[usize], weights: &[f64]) -> usize {
        fold(0, |a, b| if weights[b] < weights[a] { b } else { a }, xs)
    }

    /// The difference of a type of which nobody knows here if it is associative.
    fn differences<T: Copy + Send + Sync + Sub<Output = T>>(start: T, xs: &[T]) -> T {
        fold(start, |a, b| a - b, xs)
    }

    #[cnf(strict)]
    fn smooth(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |y, x| 0.75 * y + 0.25 * x, xs)
    }

    /// Of numbers that are 0 or 1 it is an exclusive or.
    #[cnf(associative)]
    fn parity(bits: &[i64]) -> i64 {
        fold(0, |a: i64, b| (a - b).abs(), bits)
    }
}

#[fusus::fused]
#[cnf(associative)]
fn promised(bits: &[i64]) -> i64 {
    fold(0, |a: i64, b| (a - b).abs(), bits)
}

#[test]
fn main() {
    assert_eq!(composed(&[(2.0, 1.0), (3.0, 1.0)]), (6.0, 4.0));
    assert_eq!(product(&[[1.0, 1.0, 0.0, 1.0]; 3])[2], [1.0, 3.0, 0.0, 1.0]);
    assert_eq!(modular(&[3, 5, 7], 11), (105 % 11, 15));
    assert_eq!(capped(&[1.0, 2.0], 2.5), 2.5);
    assert_eq!(bounds(&[1.0, -2.0]), Interval { low: -2.0, high: 1.0 });
    assert_eq!(welford(&[1.0, 3.0]), (2.0, 2.0, 2.0));
    assert_eq!(divisor(&[12, 18]), 6);
    assert_eq!(lightest(&[0, 1], &[2.0, 1.0]), 1);
    assert_eq!(differences(5, &[]), 5);
    assert_eq!(smooth(&[4.0, 4.0]), [1.0, 1.75]);
    assert_eq!((parity(&[1, 1, 1]), promised(&[1, 1])), (1, 0));

    let (xs, alpha) = (vec![4.0, 4.0], 0.25);
    let ys: Vec<f64> = cnf! {
        #![cnf(strict)]
        scan(0.0, |y, x| y + alpha * (x - y), xs)
    };
    assert_eq!(ys, [1.0, 1.75]);
    let bits = [1_i64, 0, 1];
    let parity: i64 = cnf! {
        #![cnf(associative)]
        fold(0, |a: i64, b: i64| (a - b).abs(), bits)
    };
    assert_eq!(parity, 0);
}
