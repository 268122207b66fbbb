//! Sums over an index, programs over rows, and prefix sums along axes.

use crate::support::{BitsOf, Check, GRIDS, Processes, Whole, same_bits_of_grids, spread, wave};

/// Some programs read the first row, or divide by its length.
const SHAPES: &[(usize, usize)] = GRIDS.split_at(2).1;

same_bits_of_grids! {
    a_row_and_a_column(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let a = reshape(xs, [h, w]);
        let both = generate(|i, j| a[[0, j]] * a[[i, 0]] + (i * w + j) as f64);
        (flatten(both), fold(0.0, |a, b| a + b, both))
    }

    matrix_by_vector(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        let v = generate(w, |j| (j as f64 * 0.3).sin());
        (generate(|i| sum(|j| a[[i, j]] * v[j])),)
    }

    matrix_by_matrix(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let a = reshape(xs, [h, w]);
        let b = reshape(generate(w * 33, |i| wave(i * 3 + 1)), [w, 33]);
        let c = generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]) + 1.0);
        (flatten(c), fold(0.0, |a, b| a + b, c))
    }

    by_its_transpose(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (flatten(generate(|i, j| sum(|k| a[[k, i]] * a[[k, j]]))),)
    }

    columns_of_a_tall_table(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let n = h * w;
        let tall = reshape(generate(16 * n, |i| xs[i % n] * 0.3 + i as f64), [n, 16]);
        (generate(|j| sum(|i| tall[[i, j]])), generate(|j| fold(0.0, f64::max, |i| tall[[i, j]])))
    }

    rows_by_columns(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        let b = generate(|j, i| a[[i, j]] * 2.0 - 1.0);
        (map(|row, column| fold(0.0, |a, b| a + b, map(|x, y| x * y, row, column)), rows(a), columns(b)),)
    }

    smoothed_by_weights(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let p = pad(edge, reshape(xs, [h, w]));
        (flatten(generate(|y, x| sum(0..3, |v| sum(0..3, |u| p[[y + v - 1, x + u - 1]] * (1 + u + 2 * v) as f64)))),)
    }

    rows_below(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (generate(|i| sum(|j| a[[i, j]] * a[[i + 2, j]])),)
    }

    softmax_of_rows(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (flatten(map(|row| {
            let m = fold(f64::NEG_INFINITY, f64::max, row);
            let e = map(|x| ((x - m) * 0.05).exp(), row);
            let z = fold(0.0, |a, b| a + b, e);
            map(|e| e / z, e)
        }, rows(a))),)
    }

    prefix_sums_of_rows(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (flatten(generate(|i, j| sum(..=j, |k| a[[i, k]]))),)
    }

    prefix_sums_of_columns(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let a = reshape(xs, [h, w]);
        (flatten(generate(|i, j| sum(..i, |k| a[[k, j]]))),)
    }

    integral_image(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>,) {
        let img = reshape(xs, [h, w]);
        (flatten(generate(|y, x| sum(..=y, |v| sum(..=x, |u| img[[v, u]])))),)
    }

    scans_of_rows(h, w, xs: [i64] = |i| wave(i) as i64) -> (Vec<i64>, Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let right = map(|row| scan(0, |a, b| a + b, row), rows(a));
        let down = map(|column| scan_exclusive(0, |a, b| a + b, column), columns(a));
        (flatten(right), flatten(down))
    }

    sums_of_windows(h, w, xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let moving = map(|w| fold(0.0, |a, b| a + b, w), rows(windows(3, xs)));
        let k = w + h * 0;
        (moving, map(|c| fold(0.0, f64::max, c), rows(chunks(k, xs))))
    }

    long_windows(h, w, xs: [i64] = |i| wave(i) as i64) -> (Vec<i64>, usize) {
        (map(|w| fold(i64::MIN, i64::max, w), rows(windows(40, xs))), h + w)
    }

    cheapest_paths(h, w, xs: [i64] = |i| wave(i) as i64) -> (Vec<i64>,) {
        let c = reshape(xs, [h, w]);
        (flatten(recurrence(i64::MAX, |d, i, j| {
            let next = d[[i + 1, j]].min(d[[i, j + 1]]);
            c[[i, j]] + if next == i64::MAX { 0 } else { next }
        })),)
    }

    one_sum(h, w, xs: [f64] = |i| wave(i)) -> (f64, Vec<f64>) {
        let a = reshape(xs, [h, w]);
        let first = sum(|i| a[[i, 0]]);
        (first, flatten(generate(|i, j| a[[i, j]] / first)))
    }
}
