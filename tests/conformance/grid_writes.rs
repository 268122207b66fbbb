//! Writes of regions of arrays of several axes, in place.

use crate::harness::conformance;

conformance! {
    written_rows(; ys: &mut [i64]) -> i64 {
        let n = len(ys);
        let m = reshape(ys, [1, n]);
        *m = generate(|i, j| m[[i, j + 1]] - m[[i, j - 1]]);
        *m = map(|x| x + 1, m);
        fold(0, |a, b| a + b, m)
    }

    written_columns(xs: &[i64]; ys: &mut [i64]) -> Vec<i64> {
        let m = reshape(ys, [len(ys), 1]);
        *m = generate(|i, j| xs[i + 1] * m[[i, j]]);
        generate(|i| m[[i, 0]] - xs[i])
    }

    written_of_others(xs: &[i64]; ys: &mut [i64]) -> () {
        let m = reshape(ys, [1, len(ys)]);
        let p = pad(edge, m);
        *m = generate(|i, j| p[[i - 1, j + 1]] + xs[j]);
    }
}

// Old rows are read near those that are written: a band of rows has them, and no array. Remainders are
// compared with 1, since the interpreter has no `is_multiple_of`.
conformance! {
    neighbours_of_all_sides(; ys: &mut [i64]) -> () {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 41 < 1 { 41 } else { if n % 7 < 1 { 7 } else { 1 } } };
        let a = reshape(ys, [n / w, w]);
        *a = generate(|i, j| a[[i - 1, j]] + a[[i + 1, j]] * 3 - a[[i, j - 1]] + 2 * a[[i, j + 1]]);
    }

    rows_far_away(; ys: &mut [i64]) -> i64 {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 41 < 1 { 41 } else { if n % 7 < 1 { 7 } else { 1 } } };
        let a = reshape(ys, [n / w, w]);
        *a = generate(|i, j| a[[i - 9, j]] + a[[i + 4, j + 1]] * 3);
        fold(0, |a, b| a + b, a)
    }

    from_above_and_then_from_below(; ys: &mut [i64]) -> () {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 3 < 1 { 3 } else { 1 } };
        let a = reshape(ys, [n / w, w]);
        let h = n / w;
        let from = if h > 0 { 1 } else { 0 };
        *a = generate([from..h, ..], |i, j| a[[i - from, j]] + 1);
        *a = generate(|i, j| a[[i + 2, j]] * 3 - a[[i, j]]);
    }

    totals_of_its_rows(; ys: &mut [i64]) -> () {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 3 < 1 { 3 } else { 1 } };
        let a = reshape(ys, [n / w, w]);
        let t = generate(|i| sum(|j| a[[i, j]]));
        let d = generate(|i, j| a[[i, j]] * 5 - t[i]);
        *a = generate(|i, j| d[[i, j]] + sum(|k| d[[i, k]] * 3));
    }

    behind_a_stage(xs: &[i64]; ys: &mut [i64]) -> () {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 41 < 1 { 41 } else { 1 } };
        let a = reshape(ys, [n / w, w]);
        let c = reshape(xs, [n / w, w]);
        let b = generate(|i, j| (a[[i - 1, j]] * 7 + a[[i + 1, j]] + c[[i, j]]) % 1009 % 91 % 57 % 31);
        *a = generate(|i, j| b[[i, j]] - b[[i + 1, j]] * a[[i, j]]);
    }

    of_three_axes(; ys: &mut [i64]) -> () {
        let n = len(ys);
        let w = if n % 16 < 1 { 4 } else { if n % 3 < 1 { 3 } else { 1 } };
        let v = if n % 16 < 1 { 4 } else { 1 };
        let a = reshape(ys, [n / w / v, w, v]);
        *a = generate(|i, j, k| a[[i - 1, j + 1, k]] + a[[i + 1, j - 1, k]] * 3 - a[[i, j, k + 1]]);
    }

    two_arrays(; ys: &mut [i64], zs: &mut [i64]) -> i64 {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 7 < 1 { 7 } else { 1 } };
        let a = reshape(ys, [n / w, w]);
        let b = reshape(zs, [n / w, w]);
        let c = generate(|i, j| a[[i - 1, j]] + b[[i + 1, j]]);
        let d = generate(|i, j| a[[i + 1, j]] - b[[i - 1, j]] * 3);
        *a = c;
        *b = d;
        fold(0, |a, b| a + b, map(|x, y| x - 2 * y, a, b))
    }

    one_of_the_other(; ys: &mut [f64], zs: &mut [f64]) -> () {
        let n = len(ys);
        let w = if n % 16 < 1 { 16 } else { if n % 41 < 1 { 41 } else { 1 } };
        let a = reshape(ys, [n / w, w]);
        let b = reshape(zs, [n / w, w]);
        *b = generate(|i, j| a[[i - 1, j]] * 0.5 + a[[i + 1, j + 1]]);
        *a = generate(|i, j| b[[i, j - 1]] + a[[i + 2, j]]);
    }
}
