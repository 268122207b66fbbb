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

    behind_stored_elements(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let roots = map(|x| (x * x + 1.0).sqrt() / (x.abs() + 2.0) + x * 0.25, xs);
        let most  = scan(0.0, f64::max, roots);
        let pairs = map(|x, r| (0.5, x * r - 1.0), xs, roots);
        let (a, b) = scan((1.0, 0.0), |(a, b), (c, d)| (a * c, b * c + d), pairs);
        (most, a, b)
    }

    behind_a_chain_of_maps(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let a = map(|x| x * 0.5 + 0.25 * x * x, xs);
        let b = map(|a, x| a * x - 0.125 * a + 1.0, a, xs);
        let c = map(|b, a| b * 0.5 - a * b * 0.25 + b * b * 0.01, b, a);
        (scan(0.0, |a, b| a + b, c), scan_exclusive(0.0, f64::min, map(|c, a| c + a, c, a)))
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

    // Steps that take long go on in several ranges of a block. Remainders are associative where nothing is negative.

    tops(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        (scan(f64::NEG_INFINITY, f64::max, xs), scan_exclusive(0.0, |a, b| a.min(b), xs))
    }

    tops_of_halves(xs: &[f64]) -> (Vec<f64>, f64) {
        let ys = map(|x| x * 0.5, xs);
        let highest = scan(0.25, |a, b| a.max(b), ys);
        (highest, fold(f64::INFINITY, f64::min, highest))
    }

    box_of_points(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let points = map(|x, y| (x, y), xs, ys);
        let (low, high) = scan((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (c, d)| (a.min(c), b.max(d)), points);
        (low, high)
    }

    products_and_counts(xs: &[f64]) -> (Vec<f64>, Vec<i32>) {
        let signs = map(|x| if x < 0.0 { -1.0 } else { 1.0 }, xs);
        (scan(1.0, |a, b| a * b, signs), scan(0, |a, b| a + b, map(|s| i32::from(s < 0.0), signs)))
    }

    in_ranges_of_ranges(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64, i64) {
        let lines = map(|x| (x & 7, x & 15), xs);
        let (slope, start) = scan_exclusive((1, 0), |(a, b), (c, d)| (a * c % 1009, (b * c + d) % 1009), lines);
        let mixed = map(|a, b| a + 2 * b + 1, slope, start);
        let product = scan(1, |a, b| a * b % 1_000_003, mixed);
        let last = fold(0, |_, b| b, product);
        (start, product, last, fold(0, |a, b| a + b, mixed))
    }

    least_so_far(xs: &[i64]) -> (Vec<i64>, Vec<usize>) {
        let places = map(|x, i| (x, i), xs, generate(len(xs), |i| i));
        let (least, place) = scan((i64::MAX, 0), |a, b| if b.0 < a.0 { b } else { a }, places);
        (least, place)
    }

    with_folds_of_what_is_kept(xs: &[i64]) -> (Vec<i64>, i64) {
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|x| x & 127, xs));
        let even = filter(|s| s % 2 == 0, sums);
        (sums, fold(0, |a, b| a + b, even))
    }

    nothing_but_a_fold_of_it(xs: &[i64]) -> i64 {
        fold(0, |a, b| a ^ b, scan(0, |a, b| (a + b) % 1_000_003, map(|x| x & 127, xs)))
    }

    // The sums of blocks are known when the scan begins.

    scanned_after_it_was_folded(xs: &[i64], ys: &[f64]) -> (Vec<i64>, Vec<f64>, i64) {
        let small = map(|x| x & 1023, xs);
        let all = fold(7, |a, b| a + b, small);
        let before = scan_exclusive(3, |a, b| a + b, small);
        let total = fold(1.0, |a, b| a + b, ys);
        let parts = map(|s| s / total, scan(0.5, |a, b| a + b, ys));
        (map(|b, x| b + x * all, before, small), parts, all)
    }

    pairs_scanned_after_they_were_folded(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let pairs = map(|x| (x, x ^ 21), xs);
        let (sum, most) = fold((0, i64::MIN), |(a, b), (c, d)| (a + c, b.max(d)), pairs);
        let (sums, highest) = scan((1, 0), |(a, b), (c, d)| (a + c, b.max(d)), pairs);
        (map(|s| s - sum, sums), map(|h| h.min(most), highest), sum)
    }

    folded_once_and_scanned_twice(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let a = map(|x| x & 7, xs);
        let b = map(|x| x & 15, xs);
        let s = fold(0, |a, b| a + b, a);
        let t = fold(0, |a, b| a + b, b);
        let u = map(|p, q| p * s + q * t, scan(0, |a, b| a + b, b), scan(0, |a, b| a + b, a));
        (u, map(|p| p - s, scan(5, |a, b| a + b, b)))
    }

    // Expensive work, for several sweeps: outside of filters and inside, before scans and behind them.

    noted_in_all_ways(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let stirred = map(|x: i64| x.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7), xs);
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|x| x & 1023, stirred));
        let some = filter(|s: i64| s.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) & 1 == 0, sums);
        let deep = scan(7, |a, b| a ^ b, map(|s: i64| s.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7), some));
        let far = filter(|x: i64| x.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) & 3 > 0, xs);
        let odd = filter(|x: i64| x.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) & 4 > 0, far);
        let again = scan(1, |a, b| (a + b) % 1009, map(|x: i64| x.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) & 255, odd));
        (deep, again, fold(0, |a, b| a ^ b, stirred))
    }

    noted_for_three_levels(xs: &[f64]) -> (Vec<f64>, f64) {
        let roots = map(|x| x.abs().sqrt(), xs);
        let first = scan(0.0, f64::max, xs);
        let second = scan(0.0, |a, b| a + b, map(|r, m| r / (m + 1.0), roots, first));
        let shares = map(|s, r| s / (r + 2.0), second, roots);
        let third = scan_exclusive(0.0, f64::max, map(|s, r| s - r, shares, roots));
        (third, fold(0.0, f64::max, shares))
    }

    noted_beside_what_is_overwritten(xs: &[i64]; ys: &mut [i64]) -> Vec<i64> {
        let stirred = map(|y: i64| y.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) & 1023, ys);
        let sums = scan(0, |a, b| a + b, xs);
        let both = scan(0, |a, b| a ^ b, map(|s, t| (s & 1023) * t / 3, sums, stirred));
        *ys = map(|b, y| b - y / 2, both, ys);
        both
    }

    noted_scan(xs: &[i64]) -> (Vec<i64>, i64) {
        let last = scan(1, |a: i64, b: i64| if a.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) < b.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) { b } else { a }, xs);
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|x| x & 1023, last));
        (sums, fold(0, |a, b| a ^ b, last))
    }

    noted_indices(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let n = len(xs);
        let to = map(|x: i64| x.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7).unsigned_abs() as usize % n, xs);
        let found = gather(xs, to);
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|f| f & 1023, found));
        let back = map(|s, i| (s.unsigned_abs() as usize + i) % n, sums, to);
        let there = gather(xs, back);
        scan(0, |a, b| a ^ b, map(|t, f, y| t - f + y, there, found, ys))
    }

    // Loops behind one filter, which pack what it keeps and go on with that.

    behind_a_filter(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, i64) {
        let (a, b) = filter(|(x, y)| (x ^ y) & 3 > 0, map(|x, y| (x, y), xs, ys));
        let sums = scan(0, |p, q| (p + q) % 1_000_003, map(|a, b| (a & 255) + (b & 15), a, b));
        let tops = scan_exclusive(i64::MIN, |p, q| p.max(q), b);
        let even = filter(|s| s % 2 == 0, sums);
        let deep = scan(3, |p, q| p ^ q, map(|e: i64| e.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7), even));
        (sums, deep, map(|a, t| a.max(t), a, tops), fold(0, |p, q| p ^ q, a))
    }

    counted_behind_a_filter(xs: &[i64]) -> (usize, usize, i64, Vec<i64>) {
        let some = filter(|x| x % 3 != 0, xs);
        let sums = scan(0, |p, q| (p + q) % 1_000_003, map(|x| x & 255, some));
        let even = filter(|s| s % 2 == 0, sums);
        let least = fold(i64::MAX, i64::min, map(|e| e * 3, even));
        (len(some), len(even), least, sums)
    }

    little_behind_a_filter(xs: &[i64]) -> (Vec<i64>, i64) {
        let few = filter(|x: i64| x.rem_euclid(1_009) == 5, xs);
        let sums = scan(7, |a, b| (a + b) % 1_000_003, few);
        (sums, fold(1, |a, b| a ^ b, sums))
    }

    nothing_and_all_behind_filters(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let none = scan(0, |a, b| a + b, filter(|x| x > i64::MAX - 1, xs));
        let all = scan(0, |a, b| a ^ b, filter(|y| y < i64::MAX, ys));
        (none, all)
    }

    called_behind_a_filter(xs: &[f64]) -> (Vec<f64>, f64) {
        let logs = map(|x| (x.abs() + 1.0).ln(), filter(|x| x > 0.25, xs));
        (map(|l| l * 2.0, logs), fold(0.0, f64::max, logs))
    }

    chosen_behind_a_filter(xs: &[(i64, i64)]) -> (i64, i64, Vec<i64>) {
        let (a, b) = filter(|(a, b)| (a + b) % 3 == 0, xs);
        let pairs = map(|a: i64, b| (a.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(1).wrapping_add(11).rotate_left(13).wrapping_mul(3).rotate_left(2).wrapping_sub(7) & 255, b), a, b);
        let (most, of) = fold((-1, 0), |p, q| if q.0 > p.0 { q } else { p }, pairs);
        (most, of, scan(i64::MIN, i64::max, b))
    }

    chosen_scan_behind_a_filter(xs: &[i64]) -> (i64, i64) {
        let some = filter(|x| x % 4 != 1, xs);
        let last = scan(5, |a, b| if b != 0 { b } else { a }, some);
        (fold(1, |a, b| a ^ b, last), fold(0, |a, b| a ^ b, scan(i64::MIN, i64::max, some)))
    }

    moved_behind_a_filter(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let some = filter(|x: i64| x % 3 != 0, xs);
        let to = map(|x: i64| x.unsigned_abs() as usize % n, some);
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|y| y & 255, gather(ys, to)));
        (sums, scatter(ys, to, map(|t| t as i64, to)))
    }

    // Several filters, and others beside them: a part for each filter that has a scan behind it.

    parts_of_all_kinds(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, i64) {
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|x| x & 1023, xs));
        let (s, x) = filter(|(s, x)| (s ^ x) & 1 == 0, map(|s, x| (s, x), sums, xs));
        let inner = scan(3, |a, b| (a + b) % 1009, map(|s, x| (s & 255) + (x & 15), s, x));
        let far = filter(|x| x % 5 != 0, xs);
        let tops = scan_exclusive(i64::MIN, |a, b| a.max(b), far);
        let deep = filter(|t| t % 2 == 0, map(|t, f| t ^ f, tops, far));
        let again = scan(0, |a, b| a ^ b, deep);
        (map(|s, y| s ^ y, sums, ys), inner, far, again, fold(1, |a, b| a ^ b, tops))
    }

    parts_of_results(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, usize) {
        let even = filter(|x| x % 2 == 0, xs);
        let odd = filter(|y| y % 2 != 0, ys);
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|e| e & 1023, even));
        (even, sums, scan(0, |a, b| a ^ b, odd), odd, len(filter(|s| s % 3 == 0, sums)))
    }

    parts_behind_parts(xs: &[i64]) -> (Vec<i64>, i64, Vec<i64>, Vec<i64>) {
        let a = filter(|x| x % 3 != 0, xs);
        let b = filter(|a| a % 5 != 0, scan(1, |a, b| (a + b) % 1_000_003, map(|a| a & 1023, a)));
        let c = filter(|b| b % 7 != 0, scan(2, |a, b| a ^ b, b));
        let d = filter(|b| b % 2 == 0, b);
        (scan(3, |a, b| (a + b) % 1009, c), fold(0, |a, b| a ^ b, d), scan(4, |a, b| a ^ b, d), b)
    }

    parts_beside_what_is_overwritten(xs: &[i64]; ys: &mut [i64]) -> (Vec<i64>, Vec<i64>) {
        let old = filter(|y| y % 2 == 0, ys);
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|o| o & 1023, old));
        *ys = map(|x, y| (x & 1023) + (y & 1023), xs, ys);
        (sums, scan(1, |a, b| a ^ b, filter(|y| y % 3 == 0, ys)))
    }

    parts_with_long_work(xs: &[f64]) -> (Vec<f64>, f64, Vec<f64>) {
        let logs = map(|x| (x.abs() + 1.0).ln(), filter(|x| x > 0.25, xs));
        let cosines = map(|x| x.cos(), filter(|x| x < 0.5, xs));
        (logs, fold(0.0, f64::max, cosines), map(|x| x + 1.0, xs))
    }

    parts_that_are_empty(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let none = filter(|x| x > i64::MAX - 1, xs);
        let all = filter(|x| x < i64::MAX, xs);
        let one = fold(7, |a, b| a ^ b, scan(1, |a, b| a ^ b, none));
        (scan(0, |a, b| a + b, none), scan(0, |a, b| a ^ b, all), one)
    }

    parts_of_pairs(xs: &[(i64, i64)]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (a, b) = filter(|(a, b)| (a + b) % 3 == 0, xs);
        let (_, d) = filter(|(a, b)| (a - b) % 3 != 0, xs);
        let counts = scan(0, |p, q| p + q, map(|_| 1, b));
        (counts, a, scan(0, |p, q| (p + q) % 1009, map(|d| d & 1023, d)))
    }

    parts_that_move(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let to = map(|x: i64| x.unsigned_abs() as usize % n, xs);
        let found = gather(ys, to);
        let (f, t) = filter(|(f, _)| (f + 1) % 3 != 0, map(|f, t| (f, t), found, to));
        let sums = scan(0, |a, b| (a + b) % 1_000_003, map(|g, f| (g ^ f) & 255, gather(xs, t), f));
        let odd = filter(|t| t % 2 == 1, to);
        let tops = scan(i64::MIN, |a, b| a.max(b), gather(ys, odd));
        (sums, scatter(ys, t, map(|t| t as i64 + 1, t)), tops)
    }

    long_behind_a_scan(xs: &[f64]) -> Vec<f64> {
        map(|t| (t * 0.01).exp(), scan(f64::NEG_INFINITY, f64::max, xs))
    }

    long_behind_a_result(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, f64) {
        let sums = scan(0.0, |a, b| a + b, xs);
        let waves = map(|s, x| (s * 0.01).sin() + x, sums, xs);
        (sums, waves, fold(0.0, |a, b| a + b, waves), fold(f64::NEG_INFINITY, f64::max, xs))
    }

    long_behind_a_scan_and_folded(xs: &[f64]) -> (f64, f64, f64) {
        let tops = scan(0.0, f64::max, xs);
        let (a, b) = fold((1.0, 0.0), |(a, b), (c, d)| (a * c, b * c + d), map(|t| (0.5, (t * 0.01).cos()), tops));
        (a, b, fold(0.0, |a, b| a + b, xs))
    }

    long_behind_a_scan_beside_a_filter(xs: &[f64], ks: &[i64]) -> (Vec<f64>, Vec<f64>, Vec<i64>) {
        let sums = scan(0.0, |a, b| a + b, xs);
        let odd = filter(|k| k % 2 != 0, ks);
        (map(|s| (s * 0.01).tanh(), sums), filter(|s| s > 1.0, sums), odd)
    }

    long_behind_a_scan_of_what_is_kept(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let some = filter(|x| x > 0.25, xs);
        let sums = scan(0.0, |a, b| a + b, some);
        let tops = scan(0.0, f64::max, some);
        (map(|s, x| (s * 0.01).exp() * x, sums, some), sums, map(|t| (t * 0.1).sin() / (1.0 + t * t), tops))
    }

    long_between_scans(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let sums = scan(0.0, |a, b| a + b, xs);
        let waves = map(|s| (s * 0.01).sin(), sums);
        (map(|w| (w * 0.5).exp(), waves), scan(f64::NEG_INFINITY, f64::max, waves))
    }

    long_behind_a_scan_with_positions(xs: &[f64]) -> Vec<f64> {
        let places = generate(len(xs), |i| i);
        map(|s, i| (s * 0.001).exp() - i as f64, scan(0.0, |a, b| a + b, xs), places)
    }

    captured_names_that_kernels_have(xs: &[i64];; window: i64 = 3, prefix: i64 = 5, link: i64 = 7, scratch: i64 = 1023) -> Vec<i64> {
        scan(0, |a, b| a.max(b).max(window).max(prefix), map(|x| (x & scratch) + link, xs))
    }
}
