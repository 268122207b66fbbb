//! Recurrences along another axis than the last one, which loops go down the rows for.

use crate::harness::conformance;

conformance! {
    of_columns(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let w = len(ws) % 19 + 1;
        let h = len(xs) / w;
        let a = reshape(generate([0..h * w], |i| xs[i] % 1000), [h, w]);
        let down = recurrence(1, |d, i, j| (d[[i - 1, j]] * 3 + a[[i, j]]) % 1009);
        let far = recurrence(2, |d, i, j| (d[[i - 1, j]] - d[[i - 3, j]] + a[[i, j]]) % 1009);
        let up = recurrence(3, |d, i, j| (d[[i + 2, j]] + i as i64 - a[[i, j]]) % 1009);
        // More rows than loops keep.
        let further = recurrence(4, |d, i, j| (d[[i - 1, j]] - d[[i - 5, j]] + a[[i, j]]) % 1009);
        (flatten(down), flatten(far), flatten(up), flatten(further))
    }

    of_each_axis(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(ws) % 7 + 1;
        let m = len(xs) / (n * n);
        let a = reshape(generate([0..n * m * n], |i| xs[i] % 1000), [n, m, n]);
        let first = recurrence(1, |d, i, j, k| (d[[i - 1, j, k]] * 3 + a[[i, j, k]]) % 1009);
        let second = recurrence(2, |d, i, j, k| (d[[i, j - 1, k]] - d[[i, j - 2, k]] + a[[i, j, k]]) % 1009);
        let back = recurrence(3, |d, i, j, k| (d[[i + 1, j, k]] * 5 - a[[i, j, k]]) % 1009);
        (flatten(first), flatten(second), flatten(back))
    }

    averages(xs: &[f64], ws: &[u8]) -> (Vec<f64>, Vec<f64>, f64, f64) {
        let w = len(ws) % 40 + 1;
        let h = len(xs) / w;
        let a = reshape(generate([0..h * w], |i| xs[i]), [h, w]);
        let each = recurrence(0.0, |d, i, j| 0.5 * d[[i - 1, j]] + 0.5 * a[[i, j]]);
        let other = map(|c| recurrence(0.5, |y, x| 0.25 * y + x, c), columns(a));
        (flatten(each), flatten(other), fold(0.0, f64::max, each), sum(other))
    }

    runs_of_cells(xs: &[i64], ws: &[u8]) -> (Vec<u32>, Vec<(u32, bool)>, u32) {
        let w = len(ws) % 40 + 1;
        let h = len(xs) / w;
        let a = reshape(generate([0..h * w], |i| xs[i] % 3 == 0), [h, w]);
        let runs = recurrence(0u32, |r, i, j| if a[[i, j]] { r[[i - 1, j]] + 1 } else { 0 });
        let (counts, flags) = recurrence((0u32, false), |(c, f), i, j| {
            (c[[i - 1, j]] + (f[[i - 1, j]] as u32), f[[i - 1, j]] ^ a[[i, j]])
        });
        let long = filter(|r| r > 1, runs);
        (flatten(runs), map(|c, f| (c, f), flatten(counts), flatten(flags)), sum(long))
    }

    beside_a_border(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>) {
        let w = len(ws) % 19 + 1;
        let h = len(xs) / w;
        let a = pad(edge, reshape(generate([0..h * w], |i| xs[i] % 1000), [h, w]));
        let near = generate(|i, j| a[[i - 1, j]] + 2 * a[[i, j + 1]]);
        let down = recurrence(1, |d, i, j| (d[[i - 1, j]] * 3 + a[[i - 1, j + 1]] - near[[i, j]]) % 1009);
        let once = recurrence(1, |d, i, j| (d[[i - 1, j]] + down[[i, j]]) % 1009);
        (flatten(down), generate(|i, j| once[[i, j]] + sum(..=i, |k| near[[k, j]] % 7)))
    }
}
