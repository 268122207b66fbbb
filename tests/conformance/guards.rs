//! Early returns before the first combinator.

use crate::harness::conformance;

conformance! {
    mean_or_nothing(xs: &[f64]) -> f64 {
        if xs.is_empty() { return 0.0; }
        fold(0.0, |a, b| a + b, xs) / len(xs) as f64
    }

    empty_or_short(xs: &[f64]) -> Vec<f64> {
        if len(xs) == 0 { return Vec::new(); }
        let n = xs.len() / 2;
        if n < 2 { return vec![1.5, -2.0]; }
        if n == 7 { return vec![0.5; len(xs) + xs.len()]; }
        if n == 8 { return xs; }
        map(|i| xs[i] + xs[i + 1], 0..n)
    }

    several_results(xs: &[i32], ys: &[i32]; ; k: usize = 16) -> (Vec<i32>, i32, (Vec<bool>, usize)) {
        let n = len(xs);
        if n < k { return (vec![7; n], n as i32, (Vec::new(), k)); }
        if n == k || xs.len() == k + 1 { return (ys, -1, (vec![true], xs.len())); }
        let sums = map(|x, y| x + y, xs, ys);
        (sums, fold(0, |a, b| a + b, sums), (map(|s| s > 0, sums), n - k))
    }

    written_in_place(xs: &[i64]; ys: &mut [i64]; from: i64 = 2) -> i64 {
        if ys.len() < 16 || from < 0 { return ys.len() as i64 * from; }
        *ys = map(|x, y| x - y, xs, ys);
        fold(0, |a, b| a + b, ys)
    }

    nothing_returned(xs: &[u8]; ys: &mut [u8]) -> () {
        if xs.is_empty() || xs[0] > 60 { return; }
        *ys = map(|x| x / 2, xs);
    }

    #[cnf(strict)]
    in_strict_order(xs: &[f32]) -> Vec<f32> {
        if xs.len() % 2 == 1 { return vec![]; }
        scan(0.0, |a, b| a + b, xs)
    }
}
