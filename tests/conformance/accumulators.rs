//! Folds with an accumulator of another type than the elements.

use crate::harness::conformance;

conformance! {
    widened(bytes: &[u8], xs: &[i16]) -> (u64, i64) {
        let sum = fold(0u64, |s, b| s + b as u64, |a, b| a + b, bytes);
        let squares = xs.fold(0i64, |s, x| s + i64::from(x) * i64::from(x), |a, b| a + b);
        (sum, squares)
    }

    both_ends(xs: &[f64]) -> (f64, f64) {
        fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(lo, hi), x| (lo.min(x), hi.max(x)),
            |(a, b), (c, d)| (a.min(c), b.max(d)),
            xs,
        )
    }

    mean_and_variance(xs: &[f64]) -> (u64, f64, f64) {
        let (n, sum, squares) = fold(
            (0u64, 0.0, 0.0),
            |(n, s, q), x| (n + 1, s + x, q + x * x),
            |(n, s, q), (m, t, r)| (n + m, s + t, q + r),
            xs,
        );
        (n, sum, squares)
    }

    // An operator that does not commute, and of which nothing is known.
    welford(xs: &[f64]) -> (f64, f64, f64) {
        fold(
            (0.0, 0.0, 0.0),
            |(n, mean, m2), x| {
                let n = n + 1.0;
                let d = x - mean;
                let mean = mean + d / n;
                (n, mean, m2 + d * (x - mean))
            },
            |(n, mean, m2), (m, other, k2)| {
                let all = n + m;
                if all == 0.0 {
                    (0.0, 0.0, 0.0)
                } else {
                    let d = other - mean;
                    (all, mean + d * m / all, m2 + k2 + d * d * n * m / all)
                }
            },
            xs,
        )
    }

    // The polynomial of the elements at 3, modulo a prime: order matters.
    in_order(xs: &[u32]) -> (u64, u64) {
        let (hash, _) = fold(
            (0u64, 1u64),
            |(h, p), x| ((h * 3 + x as u64) % 1009, p * 3 % 1009),
            |(h, p), (i, q)| ((h * q + i) % 1009, p * q % 1009),
            xs,
        );
        let last = fold((false, 0u64), |_, x| (true, x as u64), |a, b| if b.0 { b } else { a }, xs);
        (hash, last.1)
    }

    of_two_arrays(xs: &[f64], ys: &[f64]; ; k: f64 = 0.5) -> (f64, f64) {
        fold(
            (0.0, 0.0),
            |(dot, sum), x, y| (dot + x * y, sum + k * (x - y)),
            |(a, b), (c, d)| (a + c, b + d),
            xs,
            ys,
        )
    }

    of_three_arrays(xs: &[i32], ys: &[u8], is: &[usize]) -> i64 {
        xs.fold(0i64, |s, x, y, i| s + i64::from(x) * i64::from(y) + (i % 7) as i64, |a, b| a + b, ys, is)
    }

    behind_a_filter(xs: &[i32], ys: &[f32]) -> (i64, u32, f64, usize) {
        let kept = filter(|x| x % 3 != 0, xs);
        let sum = fold(0i64, |s, x| s + i64::from(x), |a, b| a + b, kept);
        let odd = fold(0u32, |n, x| if x % 2 == 0 { n } else { n + 1 }, |a, b| a + b, kept);
        let large = filter(|y| y > 1.0, ys);
        let wide = fold(0.0f64, |s, y| s + f64::from(y), |a, b| a + b, map(|y| y * 0.5, large));
        (sum, odd, wide, len(kept))
    }

    in_order_behind_a_filter(xs: &[u32]) -> (u64, Vec<u32>) {
        let kept = filter(|x| x % 5 < 3, xs);
        let (hash, _) = fold(
            (0u64, 1u64),
            |(h, p), x| ((h * 3 + x as u64) % 1009, p * 3 % 1009),
            |(h, p), (i, q)| ((h * q + i) % 1009, p * q % 1009),
            kept,
        );
        (hash, kept)
    }

    beside_others(xs: &[f64], is: &[usize]) -> (u64, f64, f64, Vec<f64>, Vec<f64>) {
        let positive = fold(0u64, |n, x| if x > 0.0 { n + 1 } else { n }, |a, b| a + b, xs);
        let farthest = fold(0.0, |a, b| if b.abs() > a.abs() { b } else { a }, xs);
        let top = fold(f64::NEG_INFINITY, f64::max, xs);
        let near = gather(xs, is);
        let doubled = map(|x| 2.0 * x, xs);
        (positive, farthest, top, near, doubled)
    }

    beside_a_scan(xs: &[i32], ys: &[f64]) -> (Vec<i64>, Vec<f64>, (u64, u64), i64) {
        let sums = scan(0, |a, b| a + b, map(i64::from, xs));
        let tops = scan(f64::NEG_INFINITY, f64::max, ys);
        let hash = fold(
            (0u64, 1u64),
            |(h, p), s| ((h * 3 + s.rem_euclid(100) as u64) % 1009, p * 3 % 1009),
            |(h, p), (i, q)| ((h * q + i) % 1009, p * q % 1009),
            sums,
        );
        let up = fold(0i64, |n, y| if y > 1.0 { n + 1 } else { n }, |a, b| a + b, tops);
        (sums, tops, hash, up)
    }

    of_pairs(xs: &[i32]) -> (i64, (u64, u64)) {
        let few = filter(|x| x > 97, xs);
        let pairs = cross(few, few);
        let sum = fold(0i64, |s, (a, b)| s + i64::from(a) * i64::from(b), |a, b| a + b, pairs);
        let hash = fold(
            (0u64, 1u64),
            |(h, p), (a, b)| ((h * 3 + (a * 2 + b) as u64) % 1009, p * 3 % 1009),
            |(h, p), (i, q)| ((h * q + i) % 1009, p * q % 1009),
            pairs,
        );
        (sum, hash)
    }

    of_a_result(xs: &[f64]) -> f64 {
        let (n, sum) = fold((0u32, 0.0), |(n, s), x| (n + 1, s + x), |(a, b), (c, d)| (a + c, b + d), xs);
        let mean = sum / f64::from(n.max(1));
        let spread = fold(0.0, |s, x| s + (x - mean) * (x - mean), |a, b| a + b, xs);
        spread / f64::from(n.max(1))
    }

    ends_unused(xs: &[i32]) -> Vec<i32> {
        let _ = fold((0u64, 0.0f64), |(n, s), x| (n + 1, s + f64::from(x)), |(a, b), (c, d)| (a + c, b + d), xs);
        map(|x| x + 1, xs)
    }
}
