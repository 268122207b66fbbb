//! Values combined into computed positions, which repeat.

use crate::harness::conformance;

conformance! {
    histogram(xs: &[u32]) -> Vec<u32> {
        reduce_by_index(generate(16, |_| 0u32), |a, b| a + b, map(|x| x % 16, xs), map(|_| 1u32, xs))
    }

    sums(dest: &[f64], xs: &[f64]) -> Vec<f64> {
        let bins = len(dest);
        let inside = filter(|x| bins > 0 && x > -10.0, xs);
        dest.reduce_by_index(|a, b| a + b, map(|x| (x + 16.0) as usize * 7 % bins.max(1), inside), inside)
    }

    few_bins(xs: &[f64]) -> (Vec<f64>, Vec<f32>) {
        let at = map(|x| if x > 0.0 { 1u8 } else { 0 }, xs);
        let total = reduce_by_index(generate(2, |_| 0.5), |a, b| a + b, at, xs);
        let least = reduce_by_index(generate(3, |_| 7.5f32), f32::min, at, map(|x| x as f32, xs));
        (total, least)
    }

    many_bins(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let n = len(ys);
        let kept = filter(|_| n > 0, xs);
        reduce_by_index(ys, |a, b| a.max(b), map(|x| (x * x) as usize % n.max(1), kept), kept)
    }

    into_a_parameter(xs: &[i64]; ys: &mut [i64]) -> (i64, i64) {
        let n = len(ys);
        let before = fold(0, |a, b| a + b, ys);
        let kept = filter(|i| i < n, 0..len(xs));
        *ys = reduce_by_index(ys, |a, b| a + b, map(|i| i / 3, kept), map(|i| i as i64, kept));
        *ys = map(|y| y * 2, ys);
        (before, fold(0, |a, b| a + b, ys))
    }

    twice(xs: &[u32]; ys: &mut [u32]) -> () {
        let n = len(ys);
        let (is, vs) = filter(|(i, _)| i < n, map(|i, x| (i / 2, x), 0..len(xs), xs));
        *ys = reduce_by_index(ys, |a, b| a ^ b, is, vs);
        *ys = scatter(ys, is, map(|i| i as u32, is));
        *ys = reduce_by_index(ys, |a, b| a | b, is, map(|v| v & 7, vs));
    }

    // Functions are computed for some positions, and then combined.
    functions(xs: &[f64]) -> (Vec<f64>, Vec<f32>, Vec<f64>) {
        let at = map(|x| (x.abs() * 3.0) as usize % 9, xs);
        let (ys, zs) = map(|x| ((x / 16.0).exp(), (x * 0.5).sin() as f32), xs);
        let few = reduce_by_index(generate(9, |_| 0.25), |a, b| a + b, at, ys);
        let least = reduce_by_index(generate(11, |_| 7.5f32), f32::min, at, zs);
        let many = reduce_by_index(generate(len(xs), |_| 1.0), |a, b| a + b, 0..len(xs), map(|x, y| (x.abs() + 1.0).ln() * y, xs, ys));
        (few, least, many)
    }

    functions_before_filters_and_bins(xs: &[f64]; ys: &mut [f64]) -> f64 {
        let n = len(ys);
        let (is, vs) = filter(|(i, v)| i < n && v < 2.0, map(|i, x| (i / 2, (x / 8.0).exp()), 0..len(xs), xs));
        *ys = reduce_by_index(ys, |a, b| a + b, is, vs);
        fold(0.0, |a, b| a + b, ys)
    }

    // An operator of which nothing is known, and which does not commute: the polynomial of the
    // values at 3, modulo a prime.
    in_order(xs: &[u32]) -> (Vec<u64>, Vec<u64>) {
        let start = generate(5, |_| (0u64, 1u64));
        let terms = map(|x| ((x % 1009) as u64, 3u64), xs);
        let bins = reduce_by_index(
            start,
            |(h, p), (i, q)| ((h * q + i) % 1009, p * q % 1009),
            map(|x| x / 7 % 5, xs),
            terms,
        );
        let (h, p) = map(|pair| pair, bins);
        (h, p)
    }

    beside_a_scan(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let sums = scan(0.0, |a, b| a + b, xs);
        let at = map(|s| if s > 0.0 { 0u16 } else { 1 }, sums);
        let bins = reduce_by_index(generate(2, |_| 0.0), |a, b| a + b, at, xs);
        (sums, bins, fold(0.0, f64::max, sums))
    }

    beside_what_a_filter_keeps(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let even = filter(|x| x % 2 == 0, xs);
        let bins = reduce_by_index(generate(3, |_| 1), |a, b| a + b, map(|x| x.rem_euclid(3), even), even);
        (even, bins)
    }

    of_pairs(xs: &[i32], ys: &[i32]) -> Vec<i64> {
        let few = filter(|i| i < 40, 0..len(xs));
        let (i, j) = cross(few, few);
        let bins = reduce_by_index(generate(50, |_| 0i64), |a, b| a + b, map(|i, j| (i * j) % 50, i, j), map(|i, j| (i + j) as i64, i, j));
        let _ = len(ys);
        bins
    }

    all_into_one(xs: &[f64]; ys: &mut [f64]) -> () {
        let kept = filter(|_| true, xs);
        let n = len(ys);
        let some = filter(|_| n > 0, kept);
        *ys = reduce_by_index(ys, |a, b| a + b, map(|_| 0u64, some), some);
    }

    without_pairs(ys: &[f32]) -> Vec<f32> {
        let none = filter(|i| i > len(ys), 0..len(ys));
        reduce_by_index(ys, |a, b| a * b, none, map(|i| i as f32, none))
    }

    largest_by_key(xs: &[u32]) -> (Vec<u32>, Vec<usize>) {
        let with_place = map(|i, x| (x, i), 0..len(xs), xs);
        let best = reduce_by_index(
            generate(4, |_| (0u32, 0usize)),
            |a, b| if b.0 > a.0 { b } else { a },
            map(|x| x % 4, xs),
            with_place,
        );
        let (x, i) = map(|pair| pair, best);
        (x, i)
    }

    then_read(xs: &[u32]) -> (Vec<u64>, u64) {
        let counts = reduce_by_index(generate(9, |_| 0u64), |a, b| a + b, map(|x| x % 9, xs), map(|_| 1u64, xs));
        let places = scan_exclusive(0, |a, b| a + b, counts);
        (places, fold(0, u64::max, counts))
    }

    beside_an_odd_recurrence(xs: &[f64], ys: &[i64]) -> (Vec<f64>, Vec<i64>, Vec<i32>) {
        let odd = recurrence(0.0, |y, x| (y + x) % 7.0, xs);
        let bins = map(|x, i| (x.abs() as usize + i) % 9, odd, 0..len(xs));
        let far = reduce_by_index(generate(9, |_| 1i64), |a, b| a ^ b, bins, map(|i| i as i64, 0..len(xs)));
        let near = reduce_by_index(generate(9, |_| 0i32), |a, b| a + b, bins, map(|i| i as i32, 0..len(xs)));
        (odd, map(|x| x + len(ys) as i64, far), near)
    }

    /// Of neighbours, beyond the ends of the array too.
    of_neighbours(xs: &[u32]) -> Vec<u32> {
        let bins = generate(9, |_| 0u32);
        let (before, behind) = (at(pad(wrap, xs), -1), at(pad(edge, xs), 2));
        reduce_by_index(bins, |a, b| a.wrapping_add(b), map(|a, b| (a ^ b) as usize % 9, before, xs), behind)
    }
}
