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
