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
}
