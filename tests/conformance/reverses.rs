//! Arrays read from their last element.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 1)]
    alone(xs: &[f64]) -> Vec<f64> {
        reverse(xs)
    }

    #[cnf(loops = 1)]
    with_the_array_itself(xs: &[i32]) -> (Vec<i32>, bool) {
        let rs = xs.reverse();
        let same = fold(true, |a, b| a && b, map(|x, r| x == r, xs, rs));
        (map(|x, r| x - 2 * r, xs, rs), same)
    }

    #[cnf(loops = 1)]
    of_several(xs: &[f32], ys: &[u8]) -> Vec<(f32, u8)> {
        let backwards = map(|x, y| (x + 1.0, y), xs.rev(), reverse(ys));
        filter(|(x, y)| x > 0.0 && y < 90, backwards)
    }

    #[cnf(loops = 1)]
    taken_apart(pairs: &[(i64, u8)]) -> (Vec<i64>, u8, Vec<i64>) {
        let (a, b) = reverse(pairs);
        let (c, _) = reverse(pairs);
        (a, fold(0, u8::max, b), map(|c| c * 3, c))
    }

    #[cnf(loops = 1)]
    with_a_type(n: &[u8]) -> Vec<u8> {
        let rs: [u8] = reverse(n);
        map(|r| r / 2, rs)
    }

    #[cnf(loops = 1)]
    filtered(xs: &[i64]) -> (Vec<i64>, usize) {
        let kept = filter(|x| x % 3 == 0, reverse(xs));
        (map(|x| x + 1, kept), len(kept))
    }

    #[cnf(loops = 1)]
    scanned(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let rs = reverse(xs);
        (scan(0, |a, b| a + b, rs), scan_exclusive(i64::MIN, i64::max, rs))
    }

    scanned_behind_a_filter(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let sums = map(|x, y| x * 2 - y, reverse(xs), ys);
        scan(0, |a, b| a + b, filter(|s| s > 20, sums))
    }

    // Sums of what stands behind each element.
    suffixes(xs: &[i32]) -> Vec<i32> {
        reverse(scan(0, |a, b| a + b, reverse(xs)))
    }

    twice(xs: &[u32]) -> (Vec<u32>, u32) {
        let there = reverse(map(|x| x + 1, xs));
        let back = reverse(there);
        (back, fold(0, |a, b| a ^ b, map(|x, t, b| x * 3 + t * 2 + b, xs, there, back)))
    }

    of_what_a_filter_keeps(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let kept = filter(|x| x % 2 == 0, xs);
        (map(|k, r| k - r, kept, reverse(kept)), scan(0, |a, b| a + b, reverse(kept)))
    }

    of_the_left_side_of_a_cross(xs: &[i32], ys: &[i32]) -> (i32, Vec<i32>) {
        let (_, few) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let products = map(|(p, q)| (p * q) % 7, cross(reverse(xs), few));
        (fold(0, |p, q| p + q, products), map(|x| x + 1, reverse(xs)))
    }

    of_the_right_side_of_a_cross(xs: &[i32]) -> Vec<i32> {
        let (_, few) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        map(|(p, q)| p - 2 * q, cross(few, reverse(few)))
    }

    beside_pairs(xs: &[i32]) -> (Vec<i32>, i32, Vec<i32>) {
        let (_, few) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let pairs = map(|(p, q)| p - 2 * q, cross(few, few));
        let backwards = reverse(pairs);
        let both = map(|(p, q), b| p + q - b, cross(few, few), backwards);
        (both, fold(0, |a, b| a + b, backwards), filter(|b| b > 50, backwards))
    }

    in_place(; ys: &mut [i64]) -> i64 {
        let before = fold(0, |a, b| a + b, ys);
        *ys = reverse(ys);
        before
    }

    in_place_of_another(xs: &[i64]; ys: &mut [i64]) -> Vec<i64> {
        let old = reverse(ys);
        *ys = reverse(xs);
        map(|a, b| a - b, old, reverse(ys))
    }

    in_place_with_itself(; ys: &mut [i32]) -> () {
        *ys = map(|y, r| y - 2 * r, ys, reverse(ys));
        *ys = ys.rev().map(|y| y + 1);
    }

    gathered_and_scattered(xs: &[i32], js: &[usize]) -> (Vec<i32>, Vec<usize>) {
        let found = gather(reverse(xs), reverse(js));
        (scatter(reverse(xs), 0..len(xs), found), reverse(0..len(xs)))
    }

    as_long_as_another(xs: &[f64], ys: &[f64]) -> f64 {
        let rs = reverse(conform(ys, xs));
        fold(0.0, f64::max, map(|x, r| (x - r).abs(), xs, rs))
    }

    indexed(xs: &[i32]) -> Vec<i64> {
        map(|i, x| i as i64 * 1000 + x as i64, 0..len(xs), reverse(xs))
    }
}
