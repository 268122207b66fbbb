//! Index notation whose reads go downwards, or begin where the program computes it; index spaces that
//! are given, and convolutions.

use crate::harness::conformance;

conformance! {
    mirrored(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let m = generate(|i| xs[n - 1 - i] - 2 * xs[i]);
        (m, generate(|i| xs[n - i] * 3), generate(|i| m[n - 2 - i] + xs[i]))
    }

    behind_by_a_scalar(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let s = len(ys) % 7;
        let padded = map(|x, before| x - before, xs, at(pad(5, xs), -s));
        (map(|x, before| x - before, xs, at(xs, -s)), padded, generate(|i| xs[i + (-s)] + xs[i + 1]))
    }

    mirrored_halves(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let n = len(xs);
        (generate(|i| xs[n - 1 - 2 * i] - xs[2 * i]), generate(|i| xs[7 - i] + 1))
    }

    turned(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let b = generate(|i, j| xs[i] - xs[j]);
        let [h, w] = shape(a);
        let upside_down = generate(|i, j| a[[h - 1 - i, j]]);
        let both = generate(|i, j| upside_down[[i, w - 1 - j]] - a[[i, j]]);
        (both, generate(|i, j| a[[j, w - 1 - i]]), generate(|i| b[[h - 1 - i, i]] + xs[i]))
    }

    rows_of_a_slice(h: &[u8], xs: &[f64]) -> Vec<f64> {
        let n = len(xs);
        let k = len(h) % 3;
        let a = reshape(xs, [n, 1]);
        let moved = generate(|i, j| a[[i + k, j]] - a[[i, j]]);
        generate(|i, j| moved[[i, j]] * 2.0)
    }

    ahead_and_behind(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let s = len(ys) % 5;
        let ahead = generate(|i| xs[i + s] - xs[i]);
        let behind = generate(|i| xs[i] - xs[i - s] * 2);
        let both = generate(|i| ahead[i] + behind[i + 1] * xs[i]);
        (ahead, behind, both)
    }

    where_it_begins(xs: &[i64], ys: &[u8]) -> (Vec<usize>, Vec<i64>, i64) {
        let s = len(ys) % 4 + 1;
        let d = generate(|i| (i, xs[i] - xs[i - s]));
        let e = generate(|i| d[i + 1].1 - d[i].1);
        let places = map(|(i, _)| i, d);
        (places, e, fold(0, i64::max, map(|(i, x)| x * i as i64, d)))
    }

    coordinates_of_one_index(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let a = reshape(xs, [n, 1]);
        let h = generate(|i| a[[i - 2, 0]] + 1);
        (generate(|i| h[i] * xs[i]), generate(|i| h[i + 2] - xs[i]))
    }

    given(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<usize>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 5 * ys[j]);
        let [n, m] = shape(a);
        let inner = generate([n, 1..m - 1], |i, j| a[[i, j - 1]] + a[[i, j + 1]]);
        let half = generate([0..n / 2, ..], |i, j| a[[2 * i, j]] - a[[i, j]]);
        let spaces = generate([2..5, 3], |i, j| 10 * i + j);
        (inner, half, spaces, generate(|i, j| inner[[i, j]] - a[[i, j]]))
    }

    given_parts(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let from = n / 3;
        let part = generate(from..n - n / 4, |i| xs[i] * 2 - xs[n - 1 - i]);
        let beyond = generate([from..], |i| xs[i] + 1);
        (part, beyond, generate(|i| part[i] - beyond[i]))
    }

    slices(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let a = reshape(xs, [n, 1]);
        let k = n / (n + 1);
        let first = generate(|i| a[[i, k]] - xs[i]);
        let b = generate([4, 3], |i, j| (i * 10 + j) as i64);
        let row = len(ys) % 4;
        (first, generate(|j| b[[row, j]] + b[[3 - row, j]]))
    }

    convolved(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, few) = filter(|(i, _)| i < 6, map(|i, y| (i, y), 0..len(ys), ys));
        let m = len(few);
        let valid = generate(|i| sum(|k| few[k] * xs[i + k]));
        let flipped = generate(|i| sum(|k| few[m - 1 - k] * xs[i + k]));
        (valid, flipped, generate(|i| xs[i] * sum(|k| few[k] * xs[i + k])))
    }

    convolved_twice(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let img = generate(|i, j| xs[i] - 3 * xs[j]);
        let kernel = generate(|v, u| ys[v] + 2 * ys[u]);
        let out = generate(|y, x| sum(|v, u| img[[y + v, x + u]] * kernel[[v, u]]));
        (out, generate(|y, x| out[[y, x]] - img[[y, x]]))
    }

    moving_windows(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>) {
        let w = len(ys) % 7;
        let sums = generate(|i| sum(i..i + w, |k| xs[k]));
        (sums, generate(|i| fold(i64::MIN, i64::max, ..w, |k| xs[i + k])))
    }

    folded_downwards(xs: &[i64]) -> (i64, i64) {
        let n = len(xs);
        let s = n / 3;
        (sum(|k| xs[n - 1 - k] * xs[k]), sum(|k| xs[k + s] * xs[k]))
    }

    padded_from_a_scalar_on(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (n, s) = (len(xs), len(ys) % 4);
        let (p, w) = (pad(7, xs), pad(wrap, xs));
        let behind = generate(|i| xs[i - s] + 1);
        let both = generate(|i| p[i - 2] - w[i + 1] * behind[i]);
        let (_, few) = filter(|(i, _)| i < 9, map(|i, x| (i, x), 0..n, xs));
        let (m, f) = (len(few), pad(reflect, few));
        let part = generate([s..m, ..], |i, j| f[i - 1] + 2 * f[j - 1] * few[j - s]);
        let own = map(|x, y| x - 3 * y, behind, at(pad(edge, behind), -1));
        (both, part, own, map(|x, [y, _, z]| x + y * z, behind, around(w)))
    }

    padded_axes_from_a_scalar_on(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x), 0..len(xs), xs));
        let s = len(ys) % 3;
        let a = generate(|i, j| xs[i] - 2 * xs[j]);
        let (p, e) = (pad(7, a), pad(edge, a));
        let b = generate(|i, j| a[[i - 1, j - s]]);
        let turned = generate(|i, j| p[[j - 2, i]] + b[[j, i]]);
        let q = pad(edge, generate([3, len(xs)], |i, j| i as i64 + xs[j]));
        let row = generate(|j| q[[3, j - 1]] - xs[j - s]);
        let picture = map(|x, [[_, up, _], [left, _, _], [_, _, _]]| x + 3 * up - left, b, around(e));
        (turned, row, picture)
    }

    in_place_from_behind(xs: &[i64]; ys: &mut [i64]) -> () {
        let s = len(xs) % 3 + 1;
        *ys = generate(|i| ys[i - s] + ys[i]);
    }

    in_place_downwards(; ys: &mut [i64]) -> () {
        let n = len(ys);
        *ys = generate(|i| ys[n - 1 - i] * 2);
    }

    rows_in_place(xs: &[i64]; ys: &mut [i64]) -> () {
        let n = len(ys);
        let s = len(xs) % 2;
        let a = reshape(ys, [n, 1]);
        *a = generate([s..n, ..], |i, j| a[[i - s, j]] - 7);
    }
}
