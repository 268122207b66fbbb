//! Windows: their sizes, and those of padded arrays.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 1)]
    windows_beside_as_many(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let steps = generate(|i| xs[i + 2] - xs[i]);
        let sums = map(|w, s| fold(s, |a, b| a + b, w), rows(windows(3, xs)), steps);
        let w = windows(3, xs);
        (map(|a, b| a - b, sums, steps), generate(|i| sum(|j| w[[i, j]] * w[[i, 1]])))
    }

    long_windows(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let tops = map(|w| fold(i64::MIN, i64::max, w), rows(windows(40, xs)));
        let steps = generate(|i| xs[i + 39] - xs[i]);
        (tops, map(|t, s| t - s, tops, steps))
    }

    windows_of_coordinates(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let steps = generate(|i| xs[i + 1] - xs[i - 1]);
        let w = windows(4, steps);
        let all = generate(|i, j| w[[i, j]] - xs[i]);
        let (_, few) = filter(|(i, _)| i < 50, map(|i, x| (i, x), 0..len(all), flatten(all)));
        (few, generate(|i| sum(0..4, |j| w[[i, j]]) - xs[i]), sum(|i| w[[i, 0]]))
    }

    parts_of_windows(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let w = windows(4, xs);
        let two = generate(|i| sum(0..2, |j| w[[i, j]]));
        let steps = map(|w| fold(0, i64::max, map(|x, y| y - x, w, at(w, 1))), rows(w));
        (two, steps, generate(|i| sum(|j| w[[i, j]] * w[[i, 3]] - w[[i + 1, j]])))
    }

    padded_windows(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ys) % 6;
        let w = windows(3, pad(symmetric, xs));
        let tops = map(|w, x| fold(x, i64::max, w), rows(windows(k, pad(edge, xs))), xs);
        let (_, few) = filter(|(i, _)| i < 30, map(|i, x| (i, x), 0..len(xs), xs));
        let wide = windows(k, pad(7, few));
        let all = generate(|i, j| wide[[i, j]] - few[i]);
        (map(|w| fold(0, |a, b| a + b, w), rows(w)), tops, flatten(all), generate(|i| w[[i, 2]]))
    }

    padded_folds(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let r = len(ys) % 5;
        let (e, w, t, s) = (pad(edge, xs), pad(wrap, xs), pad(reflect, xs), pad(symmetric, xs));
        let v = pad(-3, xs);
        let near = generate(|i| sum(0..2 * r + 1, |j| e[i + j - r]));
        let round = generate(|i| fold(i64::MIN, i64::max, 0..=r, |j| w[i + 2 * j - 2] - xs[i]));
        let mirrored = generate(|i| sum(0..r, |j| t[i + j - 1] - s[i - j + 1]));
        let between = generate(|i| sum(i..i + r, |j| v[j - 2]));
        (near, round, mirrored, between, generate(|i| sum(..r, |j| e[2 * i + j - 1])))
    }

    padded_folds_of_tables(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 14, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 13, map(|i, y| (i, y), 0..len(ys), ys));
        let (h, w) = (len(xs) / 3, len(ys) / 4);
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let (p, q) = (pad(wrap, a), pad(5, a));
        let one = generate(|i, j| {
            sum(0..=2 * h, |u| sum(0..=2 * w, |v| p[[i + u - h, j + v - w]]))
        });
        let other = generate(|i, j| fold(0, i64::max, 0..h, |u| q[[i - u, j + 1]] + q[[u, j - 1]]));
        (one, other, sum(0..h, |k| p[[k, k - 1]]))
    }

    sums_of_windows(xs: &[i64], ys: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (n, w) = (len(xs), len(ys) % 3);
        let round = map(|w| sum(w), rows(windows(3, pad(wrap, xs))));
        let means = map(|w| sum(w) / 4, rows(windows(4, xs)));
        // As many as are asked for, each of a part of the array.
        (round, means, generate([n / 2], |i| sum(i..i + w, |k| xs[k])))
    }

    windows_of_axes(xs: &[i64], ys: &[i64]; ; k: usize = 2) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 11, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 7, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let all = windows([3, 2], a);
        let tops = generate(|i, j| fold(i64::MIN, i64::max, |u| fold(i64::MIN, i64::max, |v| all[[i, j, u, v]])));
        let padded = windows([2, k + 1], pad(edge, a));
        let around = windows([1, 3], pad(wrap, a));
        (all, tops, generate(|i, j| sum(|u, v| padded[[i, j, u, v]] * (u + 2 * v) as i64)), around)
    }

    windows_by_a_list(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let w = windows([4], xs);
        (generate(|i| sum(|u| w[[i, u]])), windows([2], pad(-1, xs)))
    }

    of_known_sizes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 21, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate([3, len(xs), len(ys)], |n, i, j| n as i64 * xs[i] - ys[j]);
        let k = generate([2, 3, 3, 2], |m, n, v, u| (7 * m + 5 * n + 3 * v + u) as i64 % 11 - 5);
        let all = generate(|m, i, j| sum(|n, v, u| a[[n, i + v, j + u]] * k[[m, n, v, u]]));
        let apart = generate(|i, j| sum(|v, n, u| a[[n, 2 * i + v, j + u]] * k[[1, n, v, u]]));
        let down = generate(|i, j| sum(|n, v| (a[[n, i + v, j]] - k[[0, n, v, 1]]) * n as i64));
        let p = pad(edge, a);
        (all, apart, down, generate(|n, i, j| sum(|v, u| p[[n, i + v - 1, j + u]] * k[[0, n, v, u]])))
    }
}
