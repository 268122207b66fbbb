//! Sizes that are computed: equal arithmetic is one size.

use crate::harness::conformance;

conformance! {
    equal_products(xs: &[i64]; ; w: usize = 31, h: usize = 17) -> (Vec<usize>, i64) {
        let rows = generate(w * h, |i| i / w);
        let columns = generate(h * w, |i| i % w);
        (map(|r, c| r + c, rows, columns), fold(0, |a, b| a + b, xs))
    }

    named_and_computed(xs: &[i64]; ; w: usize = 5, h: usize = 7) -> (Vec<usize>, Vec<usize>, i64) {
        let first = 0..w * h;
        let n = w * h;
        let m = n;
        let second = generate(m, |i| 2 * i);
        let third = 0..h * w;
        let sums = map(|a, b, c| a + b + c, first, second, third);
        (sums, generate(n + 1, |i| i), fold(0, |a, b| a + b, xs))
    }

    lengths_less_one(xs: &[f64]) -> Vec<f64> {
        let shifted = map(|i| xs[i + 1], 0..(xs.len().max(1) - 1));
        let n = len(xs).max(1) - 1;
        let lagged = map(|i| xs[i], 0..n);
        map(|s, m| s - m, conform(shifted, lagged), lagged)
    }

    pairs_of_neighbours(xs: &[i32], ys: &[i32]) -> (Vec<i32>, i32) {
        let sums = map(|x, y| x + y, xs, ys);
        let steps = map(|i| xs[i] - 1, 0..xs.len() / 2);
        let others = map(|i| ys[2 * i], generate(len(sums) / 2, |i| i));
        let both = map(|a, b| a * b, steps, others);
        (both, fold(0, |a, b| a.max(b), generate(len(both) + 3, |i| i as i32)))
    }

    casts(xs: &[u8]; ; w: u32 = 12, h: u32 = 9) -> (Vec<u32>, usize) {
        let a = generate((w * h) as usize, |i| i as u32);
        let b = generate((h * w) as usize, |i| 3 * i as u32);
        let c = generate(w * h, |i| i as u32);
        let d = 0..w * h;
        (map(|a, b| a + b, a, b), len(map(|c, d| c + d, c, d)) + len(xs))
    }

    literal_sizes(xs: &[i64]) -> (Vec<usize>, i64) {
        let n = 12;
        let m = n;
        let a = generate(m, |i| i * 2);
        let b = generate(3 * 4, |i| i + 1);
        (map(|x, y, z| x + y + z, a, b, 0..12usize), fold(0, |a, b| a + b, xs))
    }

    an_input_as_long_as_a_product(xs: &[i64]) -> Vec<i64> {
        let halves = len(xs) / 2;
        let rest = len(xs) - len(xs) / 2;
        map(|x, i| x + i as i64, xs, 0..halves + rest)
    }

    in_place(; ys: &mut [i64]) -> Vec<usize> {
        *ys = map(|y, i| y + i as i64, ys, 0..len(ys) * 1);
        generate(len(ys) * 1, |i| i)
    }

    normal_forms(xs: &[i64];; n: usize = 23) -> (Vec<usize>, Vec<usize>, Vec<usize>, i64) {
        let long = generate(n + 1, |i| i * i);
        let steps = generate(|i| long[i + 1] - long[i]);
        let early = map(|s, i| s + i, steps, 0..n);
        let rest = generate(|i| steps[i + 2] + long[i]);
        let late = map(|r, i| r * i, rest, generate(n + 1 - 3, |i| i));
        let both = map(|a, b| a + b, generate(n + 2 - 1, |i| i), generate(1 + n, |i| i + 1));
        (early, late, both, fold(0, |a, b| a ^ b, xs))
    }

    normal_forms_of_lengths(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let long = generate(n + 3, |i| 7 * i as i64);
        let steps = generate(|i| long[i + 1] - long[i]);
        let k = len(long);
        let numbered = map(|s, i, j| s + (i * j) as i64, steps, 0..n + 2, generate(k - 1, |i| i));
        let x = generate([1..n + 1], |i| long[i] + 1);
        let y = generate([1..n + 1], |i| long[i + 1]);
        (numbered, map(|x, y| x - y, x, y), map(|x, a| x + a, generate([n], |i| long[2 + i]), xs))
    }

    normal_forms_of_axes(xs: &[i64];; n: usize = 9, m: usize = 6) -> (Vec<usize>, Vec<usize>, Vec<usize>, i64) {
        let even = generate([2 * n], |i| 3 * i);
        let t = generate([n + 1, m + 2], |i, j| i * 10 + j);
        let u = generate([n, m], |i, j| i + 3 * j);
        let across = generate(|i, j| t[[i + 1, j + 2]] - u[[i, j]] + t[[i, j]]);
        let beside = map(|a, b| a * b, across, generate([2 * n - n, m + 1 - 1], |i, j| i + j));
        let pairs = generate(|i| even[2 * i] + even[2 * i + 1]);
        let halved = map(|p, i| p * i, pairs, 0..n);
        (across, beside, halved, fold(0, |a, b| a + b, xs))
    }
}
