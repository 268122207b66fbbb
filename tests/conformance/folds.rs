//! Folds: seeds, operators, guards, tuples.

use crate::harness::conformance;

conformance! {
    seed_enters_once(xs: &[i64]) -> i64 {
        fold(10, |a, b| a + b, xs)
    }

    seed_of_a_guarded_fold(xs: &[i64]) -> (i64, i64) {
        let none = fold(7, |a, b| if a > b { a } else { b }, filter(|_| false, xs));
        let some = fold(-3, |a, b| if a > b { a } else { b }, filter(|x| x > 90, xs));
        (none, some)
    }

    only_associative(xs: &[i64]) -> (i64, i64) {
        // Composition of affine maps modulo a prime: associative, not commutative,
        // as long as nothing is negative, where `%` leaves two rests of one class.
        let pairs = map(|x| (x.rem_euclid(7) + 1, x.rem_euclid(5)), xs);
        let (a, b) = fold((1, 0), |(a, b), (c, d)| (a * c % 1009, (b * c + d) % 1009), pairs);
        (a, b)
    }

    first_and_last(xs: &[i32]) -> (i32, i32) {
        let first = fold(-1, |a, b| if a == -1 { b } else { a }, map(|x| x.abs(), xs));
        let last = fold(0, |_, b| b, xs);
        (first, last)
    }

    many_known(xs: &[i32], ys: &[f64]) -> (i32, i32, i32, i32, i32) {
        let lo = fold(i32::MAX, i32::min, xs);
        let hi = fold(i32::MIN, |a, b| a.max(b), xs);
        let any = fold(0, |a, b| a | b, xs);
        let all = fold(-1, |a, b| a & b, xs);
        let odd = fold(0, |a, b| a ^ b, xs);
        let unused = fold(0.0, |a, b| a + b, ys);
        (lo, hi, any, all, if unused > 1e300 { 1 } else { odd })
    }

    /// The least and the greatest of integers by comparisons; of floats, which may be no numbers, the
    /// last of those that compare as false.
    lesser_by_comparison(xs: &[i32], ys: &[f64]) -> (i32, i32, Vec<i64>, i64, f64) {
        let least = fold(i32::MAX, |a, b| if a < b { a } else { b }, xs);
        let most = fold(-5i32, |a, b| if b >= a { b } else { a }, filter(|x| x % 3 != 0, xs));
        let highs = scan(i64::MIN, |a: i64, b: i64| if a > b { a } else { b }, map(|x| x as i64, xs));
        let sums = scan(0i64, |a, b| a + b, highs);
        let low = fold(i64::MAX, |a, b| { if a <= b { a } else { b } }, sums);
        (least, most, sums, low, fold(f64::MAX, |a, b| if a < b { a } else { b }, ys))
    }

    floats(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
        let dot = fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys));
        let lo = fold(f64::INFINITY, f64::min, xs);
        let hi = fold(f64::NEG_INFINITY, f64::max, ys);
        (dot, lo, hi)
    }

    singles(xs: &[f32]) -> (f32, f32) {
        let n = len(xs) as f32;
        let sum = fold(0.0, |a, b| a + b, xs);
        let squares = fold(0.0, |a, b| a + b, map(|x| x * x, xs));
        let mean = sum / n.max(1.0);
        (mean, squares / n.max(1.0) - mean * mean)
    }

    booleans(xs: &[i32]) -> (bool, bool) {
        let all = fold(true, |a, b| a && b, map(|x| x > -200, xs));
        let any = fold(false, |a, b| a || b, map(|x| x > 98, xs));
        (all, any)
    }

    of_positions_whose_type_the_length_tells(xs: &[f32]) -> usize {
        let positions = 0..len(xs);
        let sum = fold(0, |a, b| a + b, positions);
        sum.saturating_sub(sum)
    }

    two_with_the_same_names(xs: &[(usize, u8)]) -> (usize, u8, usize, u8) {
        let (sum, most) = fold((11usize, 5u8), |(a0, a1), (b0, b1)| (a0.wrapping_add(b0), a1.max(b1)), xs);
        let (total, odd) = fold((0, 2), |(a0, a1), (b0, b1)| (a0.wrapping_add(b0), a1 ^ b1), xs);
        (sum, most, total, odd)
    }

    nested_in_a_scalar(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs) / (len(xs) as f64 + 1.0) + xs.fold(1.0, f64::max)
    }

    fold_feeds_fold(xs: &[f64]) -> f64 {
        let hi = xs.fold(1.0, f64::max);
        let scaled = xs.map(|x| x / hi);
        let sum = scaled.fold(0.0, |a, b| a + b);
        scaled.map(|s| s - sum).fold(0.0, |a, b| a + b)
    }

    wide_and_narrow(xs: &[u8], ys: &[i16]) -> (u8, i16, u64) {
        let w = fold(1, |a, b| a.wrapping_add(b), xs);
        let m = fold(1, i16::wrapping_mul, ys);
        let big = fold(0, |a, b| a + b, map(u64::from, xs));
        (w, m, big)
    }

    count_kept(xs: &[i32]) -> (usize, usize) {
        let pos = filter(|x| x > 0, xs);
        let n = len(pos);
        (n, len(filter(|x| x % 3 == 0, pos)))
    }
    // Elements that are kept wait in buffers: of choices alone, beside lanes, beside compacted
    // arrays, of another operator.
    choices_behind_a_filter(ps: &[(i32, i32)]) -> ((i32, i32), (i32, i32), i64, usize) {
        let kept = filter(|p| p.0 > -50, ps);
        // Of several that are as far the first, and the last.
        let first = fold((0, 0), |a, b| if b.0.abs() > a.0.abs() { b } else { a }, kept);
        let last = fold((0, 0), |a, b| if b.1.abs() >= a.1.abs() { b } else { a }, kept);
        let sum = fold(0, |a, b| a + b, map(|p| i64::from(p.0), kept));
        (first, last, sum, len(kept))
    }

    a_choice_alone(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| if (b - 3.0).abs() < (a - 3.0).abs() { b } else { a }, filter(|x| x < 2.0, xs))
    }

    a_choice_beside_an_order(xs: &[i64]) -> (i64, i64, i64) {
        let kept = filter(|x| x % 3 != 0, xs);
        let least = fold(1000, |a, b| if b * b < a * a { b } else { a }, kept);
        let last = fold(0, |_, b| b, xs);
        let (a, _) = fold((1, 0), |(a, b), (c, d)| (a * c % 1009, (b * c + d) % 1009), map(|x| (x.rem_euclid(7) + 1, 1), xs));
        (least, last, a)
    }

    choices_beside_a_scan(xs: &[i32]) -> (i32, i32, Vec<i64>) {
        let kept = filter(|x| x % 2 == 0, xs);
        let nearest = fold(1000, |a, b| if (b - 7).abs() < (a - 7).abs() { b } else { a }, kept);
        let rest = fold(0, |a, b| (a + b).rem_euclid(101), kept);
        let sums = scan(0, |a, b| a + b, map(i64::from, xs));
        (nearest, rest, sums)
    }

    // These elements are stored, except where a loop has few of them.
    long_elements(xs: &[f64]) -> (f64, f64) {
        let waves = map(|x| x.sin() * (x * 0.5).cos(), xs);
        (fold(0.0, |a, b| if a > 0.9 { a } else { b }, waves), fold(0.0, |a, b| a + b, waves))
    }

    long_results(xs: &[f64]) -> (Vec<f64>, f64, f64) {
        let small = map(|x| (-x.abs()).exp(), xs);
        (small, fold(0.0, |a, b| if a > 0.9 { a } else { b }, small), fold(0.0, |a, b| a + b, small))
    }

    long_elements_behind_a_filter(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| if a > 0.9 { a } else { b }, map(|x| (-x).exp().min(1.0), filter(|x| x > 0.5, xs)))
    }

    long_results_behind_a_filter(xs: &[f64]) -> (Vec<f64>, f64, usize) {
        let kept = filter(|x| x > 0.5, xs);
        let small = map(|x| (-x).exp(), kept);
        (small, fold(0.0, |a, b| if a > 0.9 { a } else { b }, small), len(kept))
    }
}
