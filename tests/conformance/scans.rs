//! Scans: inclusive, exclusive, of scans, of filters, filtered, folded.

use crate::harness::conformance;

conformance! {
    inclusive(xs: &[i64]) -> Vec<i64> { scan(100, |a, b| a + b, xs) }

    exclusive(xs: &[i64]) -> Vec<i64> { scan_exclusive(100, |a, b| a + b, xs) }

    both(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        (scan(0, |a, b| a + b, xs), scan_exclusive(1, |a, b| a.max(b), xs))
    }

    floats(xs: &[f64]) -> Vec<f64> { scan(0.5, |a, b| a + b, xs) }

    only_associative(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let pairs = map(|x| (x.rem_euclid(7) + 1, x.rem_euclid(5)), xs);
        let (a, b) = scan((1, 0), |(a, b), (c, d)| (a * c % 1009, (b * c + d) % 1009), pairs);
        (a, b)
    }

    scan_of_scan(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let a = scan(0, |a, b| a + b, xs);
        let b = scan(3, |a, b| (a + b) % 1_000_003, a);
        (a, b)
    }

    three_levels(xs: &[i64]) -> Vec<i64> {
        let a = scan(0, |a, b| a + b, xs);
        let b = scan(0, |a, b| a.max(b), map(|a| a - 1, a));
        scan_exclusive(0, |a, b| a ^ b, b)
    }

    scan_of_filter(xs: &[i64]) -> (Vec<i64>, i64) {
        let pos = filter(|x| x > 0, xs);
        let sums = scan(0, |a, b| a + b, pos);
        (sums, fold(0, |a, b| a.max(b), sums))
    }

    filter_of_scan(xs: &[i64]) -> (Vec<i64>, usize) {
        let sums = scan(0, |a, b| a + b, xs);
        let even = filter(|s| s % 2 == 0, sums);
        (even, len(even))
    }

    filter_of_scan_of_filter(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let pos = filter(|x| x > 0, xs);
        let sums = scan(0, |a, b| a + b, pos);
        let even = filter(|s| s % 2 == 0, sums);
        let again = scan(0, |a, b| (a + b) % 10_007, even);
        (even, again)
    }

    fold_of_scan(xs: &[i64]) -> (i64, i64) {
        let sums = scan(0, |a, b| a + b, xs);
        (fold(i64::MIN, i64::max, sums), fold(0, |a, b| (a + b) % 1_000_003, sums))
    }

    scans_and_folds_and_maps(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, f64) {
        let ys = map(|x| x * 0.25, xs);
        let sums = scan(0.0, |a, b| a + b, ys);
        let tops = scan(f64::NEG_INFINITY, f64::max, xs);
        let drop = map(|s, t| t - s * 1e-3, sums, tops);
        (sums, drop, fold(0.0, |a, b| a + b, drop), fold(0.0, |a, b| a + b, xs))
    }

    segments(xs: &[i32], flags: &[bool]) -> Vec<i32> {
        // A segmented sum: the flag starts a new segment.
        let pairs = map(|x, f| (f, x), xs, flags);
        let (_, sums) = scan((false, 0), |(f, a), (g, b)| (f || g, if g { b } else { a + b }), pairs);
        sums
    }

    ranks(xs: &[u32]) -> (Vec<usize>, usize) {
        // One bit of a radix sort: where each element goes.
        let zeros = map(|x| usize::from(x & 1 == 0), xs);
        let ones = map(|x| usize::from(x & 1 == 1), xs);
        let before = scan_exclusive(0, |a, b| a + b, zeros);
        let after = scan_exclusive(0, |a, b| a + b, ones);
        let total = fold(0, |a, b| a + b, zeros);
        (map(|x, b, a| if x & 1 == 0 { b } else { total + a }, xs, before, after), total)
    }
}
