//! Index notation: reads at offsets and factors of an index, and `at`.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 1)]
    differences(xs: &[f64]) -> Vec<f64> {
        generate(|i| (xs[i + 1] - xs[i - 1]) / 2.0)
    }

    #[cnf(loops = 1)]
    with_the_index(xs: &[i64]) -> Vec<i64> {
        generate(|i| xs[i - 3] * i as i64 + xs[i])
    }

    #[cnf(loops = 1)]
    every_second(xs: &[i32]) -> (Vec<i32>, i32) {
        let sums = generate(|i| xs[2 * i] + xs[2 * i + 1]);
        (sums, fold(0, |a, b| a + b, sums))
    }

    #[cnf(loops = 1)]
    a_chain(xs: &[f32]) -> Vec<f32> {
        let once = generate(|i| xs[i - 1] + 2.0 * xs[i] + xs[i + 1]);
        let twice = generate(|i| once[i - 1] + 2.0 * once[i] + once[i + 1]);
        map(|x| x / 16.0, twice)
    }

    stored(xs: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let sums = scan(0, |a, b| a + b, xs);
        (generate(|i| sums[i + 4] - sums[i]), sums)
    }

    #[cnf(loops = 1)]
    of_pairs(pairs: &[(i64, u8)]) -> Vec<(i64, u8)> {
        let (sums, _) = generate(|i| (pairs[i].0 - pairs[i + 1].0, 0));
        generate(|i| (sums[i], pairs[i + 1].1))
    }

    #[cnf(loops = 1)]
    ends_of_runs(keys: &[u8]) -> (Vec<u8>, usize) {
        let pairs = map(|k, next| (k / 8, next / 8), keys, at(keys, 1));
        let ends = map(|(k, _)| k, filter(|(k, next)| k != next, pairs));
        (ends, len(ends))
    }

    #[cnf(loops = 1)]
    beside_arrays_in_step(xs: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let slopes = generate(|i| xs[i + 1] - xs[i]);
        let scaled = map(|s| s * 3.0, slopes);
        let ahead = at(xs, 1);
        (fold(f64::MIN, f64::max, scaled), scan(0.0, |a, b| a + b, slopes), map(|a, s| a + s, ahead, scaled))
    }

    of_what_a_filter_keeps(xs: &[i64]) -> (Vec<i64>, usize) {
        let kept = filter(|x| x % 3 != 0, xs);
        let steps = generate(|i| kept[i + 1] - kept[i]);
        (steps, len(steps))
    }

    #[cnf(loops = 1)]
    neighbours(xs: &[f64], weights: &[f64]) -> Vec<f64> {
        map(|[a, _, b, _, c], w| (a + b + c) * w, around(xs), weights)
    }

    #[cnf(loops = 1)]
    sides_of_pairs(pairs: &[(i64, u8)]) -> (Vec<i64>, u8) {
        let (sides, weights) = map(|[(a, _), (_, w), (b, _)]| (b - a, w), around(pairs));
        (sides, fold(0, u8::max, weights))
    }

    #[cnf(loops = 1)]
    beyond_the_edge(xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        generate(|i| (p[i - 1] + p[i] + p[i + 1]) / 3.0)
    }

    #[cnf(loops = 1)]
    round_and_round(xs: &[i64]) -> (Vec<i64>, i64) {
        let p = pad(wrap, xs);
        let steps = generate(|i| p[i + 1] - p[i] * i as i64);
        (steps, fold(0, |a, b| a ^ b, steps))
    }

    #[cnf(loops = 1)]
    in_mirrors(xs: &[u32]) -> Vec<u32> {
        let (p, q) = (pad(reflect, xs), pad(symmetric, xs));
        generate(|i| p[i - 3] / 2 + q[i + 3] / 2 + p[i + 40] % 5)
    }

    #[cnf(loops = 1)]
    first_of_runs(keys: &[u8]) -> (Vec<u8>, usize) {
        let pairs = map(|before, k| (before / 8, k / 8), at(pad(255, keys), -1), keys);
        let firsts = map(|(_, k)| k, filter(|(before, k)| before != k, pairs));
        (firsts, len(firsts))
    }

    #[cnf(loops = 1)]
    padded_beside_others(xs: &[f32], ys: &[f32]) -> (f32, Vec<f32>) {
        let p = pad(reflect, xs);
        let sums = generate(|i| p[i - 2] + ys[i + 1] + p[i + 2]);
        (fold(f32::MIN, f32::max, sums), scan(0.0, |a, b| a + b, sums))
    }

    #[cnf(loops = 1)]
    every_second_padded(xs: &[i32]) -> Vec<i32> {
        let p = pad(edge, xs);
        generate(|i| p[2 * i - 1] + p[2 * i] + p[2 * i + 1])
    }

    two_blurs(xs: &[f32]) -> Vec<f32> {
        let once = map(|[a, b, c]| (a + b + c) / 3.0, around(pad(edge, xs)));
        map(|[a, b, c]| (a + b + c) / 3.0, around(pad(edge, once)))
    }

    pairs_padded(pairs: &[(i64, u8)]) -> (Vec<i64>, u8) {
        let lowest = fold((i64::MAX, 0), |a, b| if b.0 < a.0 { b } else { a }, pairs);
        let (steps, weights) = map(|(a, _), (b, w)| (b - a, w), pairs, at(pad(lowest, pairs), 1));
        (steps, fold(0, u8::max, weights))
    }

    padded_in_place(; ys: &mut [i64]) -> () {
        *ys = map(|[a, b, c]| a - b + c, around(pad(wrap, ys)));
    }

    of_kept_elements_padded(xs: &[i64]) -> Vec<i64> {
        let kept = filter(|x| x % 3 != 0, xs);
        let p = pad(symmetric, kept);
        generate(|i| p[i + 1] - p[i - 2])
    }

    in_place(xs: &[i64]; ys: &mut [i64]) -> () {
        let nearest = generate(|i| xs[i] + ys[i]);
        *ys = map(|n| n * 2, nearest);
    }

    of_neighbours_in_place(; ys: &mut [i64]) -> () {
        *ys = generate(|i| ys[i - 1] + 2 * ys[i] + ys[i + 1]);
    }

    #[cnf(loops = 1)]
    a_part_in_place(xs: &[f32]; ys: &mut [f32]) -> f32 {
        let slopes = generate(|i| xs[i + 1] - xs[i - 1]);
        *ys = map(|s| s / 2.0, slopes);
        fold(0.0, f32::max, slopes)
    }

    parts_one_over_the_other(xs: &[u32]; ys: &mut [u32]) -> Vec<u32> {
        *ys = generate(|i| xs[i + 2] + 1);
        *ys = generate(|i| xs[i - 2] + ys[i]);
        let sums = scan(0, |a, b| a + b, ys);
        *ys = map(|s, x| s + x, at(sums, -1), xs);
        sums
    }

    counted_reads_of_what_is_made(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs) / 2;
        let sums = scan(0, |a, b| a + b, xs);
        let doubled = generate(len(xs), |i| sums[i / 2] - xs[i]);
        let few = generate(n, |i| if sums[i] > 0 { sums[i + n] } else { ys[ys.len() - 1] as i64 });
        (doubled, few, generate(n, |i| { let j = i * 7 % n; sums[j] + j as i64 }))
    }

    of_one_length_at_other_coordinates(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let ahead = generate(|i| xs[i + 1] - 2 * xs[i]);
        let behind = generate(|i| 3 * xs[i] - xs[i - 1]);
        let by_position = map(|a, b| a - b, ahead, behind);
        let by_index = generate(|i| ahead[i] - behind[i]);
        (by_position, by_index, map(|a, b| a + b, ahead, at(behind, 0)), generate(|i| by_index[i] * behind[i + 1]))
    }

    of_rows_at_other_coordinates(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 11, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 7, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let ahead = generate(|i, j| a[[i + 1, j]] - a[[i, j]]);
        let behind = generate(|i, j| 2 * a[[i, j]] - a[[i - 1, j]]);
        let by_position = map(|a, b| a - b, ahead, behind);
        (by_position, generate(|i, j| ahead[[i, j]] - behind[[i, j]]), map(|a, b| a + b, ahead, at(behind, [0, 0])))
    }
}
