//! Programs of index notation over several axes.

use crate::support::{BitsOf, Check, GRIDS, Processes, Whole, same_bits_of_grids, spread, wave};

const SHAPES: &[(usize, usize)] = GRIDS;

same_bits_of_grids! {
    heat(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let p = reshape(xs, [h, w]);
        let mean = generate(|i, j| 0.25 * (p[[i - 1, j]] + p[[i + 1, j]] + p[[i, j - 1]] + p[[i, j + 1]]));
        let change = generate(|i, j| (mean[[i, j]] - p[[i, j]]).abs());
        (flatten(mean), fold(0.0, f64::max, change))
    }

    padded_heat(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let p = pad(edge, reshape(xs, [h, w]));
        let next = generate(|i, j| p[[i, j]] + 0.1 * (p[[i - 1, j]] + p[[i + 1, j]] + p[[i, j - 1]] + p[[i, j + 1]] - 4.0 * p[[i, j]]));
        (flatten(next), fold(0.0, |a, b| a + b, next))
    }

    life(h, w, xs: [u32] = |i| u32::from(i * i % 7 < 3)) -> (Vec<u32>, u32) {
        let p = pad(wrap, reshape(xs, [h, w]));
        let next = generate(|i, j| {
            let n = p[[i - 1, j - 1]] + p[[i - 1, j]] + p[[i - 1, j + 1]] + p[[i, j - 1]]
                + p[[i, j + 1]] + p[[i + 1, j - 1]] + p[[i + 1, j]] + p[[i + 1, j + 1]];
            u32::from(n == 3 || (n == 2 && p[[i, j]] == 1))
        });
        (flatten(next), fold(0, |a, b| a + b, next))
    }

    blur(h, w, xs: [f32] = |i| wave(i) as f32) -> (Vec<f32>,) {
        let p = pad(reflect, reshape(xs, [h, w]));
        let across = generate(|i, j| (p[[i, j - 1]] + p[[i, j]] + p[[i, j + 1]]) / 3.0);
        let q = pad(symmetric, across);
        (flatten(generate(|i, j| (q[[i - 2, j]] + q[[i, j]] + q[[i + 2, j]]) / 3.0)),)
    }

    valued(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let p = pad(-1.5, reshape(xs, [h, w]));
        (flatten(generate(|i, j| p[[i - 3, j + 1]] + p[[i + 1, j - 2]])),)
    }

    transposed(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let a = reshape(xs, [h, w]);
        let t = generate(|i, j| a[[j, i]] * 0.5);
        (flatten(t), fold(0.0, |a, b| a + b, t))
    }

    upside_down(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (flatten(generate(|i, j| a[[h - 1 - i, w - 1 - j]] + a[[i, j]])),)
    }

    every_other(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (flatten(generate(|i, j| a[[2 * i, 2 * j]] - a[[2 * i + 1, 2 * j]])),)
    }

    by_rows(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let a = reshape(xs, [h, w]);
        let most = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| a[[i, j]]));
        let e = generate(|i, j| ((a[[i, j]] - most[i]) * 0.01).exp());
        let z = generate(|i| sum(|j| e[[i, j]]));
        (flatten(generate(|i, j| e[[i, j]] / z[i])), most)
    }

    by_columns(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        let sums = generate(|j| sum(|i| a[[i, j]]));
        (flatten(generate(|i, j| a[[i, j]] - sums[j] * 0.01)),)
    }

    of_three_axes(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(generate(h * w * 3, |i| xs[i / 3] + i as f64), [h, w, 3]);
        (flatten(generate(|i, j, k| a[[i + 1, j, k]] - a[[i, j + 1, k]])),)
    }

    positions_of_places(h, w) -> (Vec<usize>,) {
        (flatten(generate([h, w], |i, j| i * 1000 + j)),)
    }

    beside_a_list(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let a = reshape(xs, [h, w]);
        let halves = generate(|i, j| a[[i, j]] * 0.5 + j as f64);
        let both = map(|x, y| x - y, flatten(halves), reverse(xs));
        (both, fold(0.0, |a, b| a + b, both))
    }

    beside_products(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let a = reshape(xs, [h, w]);
        let p = pad(edge, a);
        let b = generate([w, w], |k, l| (k * 7 + l % 3) as f64);
        let next = generate(|i, j| p[[i - 1, j]] + p[[i + 1, j]] + sum(|k| a[[i, k]] * b[[k, j]]));
        (flatten(next), fold(0.0, |a, b| a + b, next))
    }

    beside_sums_of_columns(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        let p = pad(wrap, generate(w, |j| j as f64 * 0.7));
        (generate(|j| p[j - 1] - p[j + 2] + sum(|i| a[[i, j]])),)
    }

    running_sums_of_what_a_filter_keeps(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let p = pad(edge, reshape(xs, [h, w]));
        let far = generate(|i, j| p[[i + 1, j]] - p[[i - 1, j]]);
        let kept = filter(|d| d > 50.0, far);
        let all = scan(0.0, |a, b| a + b, flatten(far));
        (all, scan(1.0, f64::max, map(|x| x * 0.5, kept)), kept)
    }

    kept_places(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, usize) {
        let a = reshape(xs, [h, w]);
        let differences = generate(|i, j| a[[i + 1, j]] - a[[i, j]]);
        let far = filter(|d| d > 50.0, differences);
        (far, len(far))
    }
}
