//! Neighbours up to a distance, `around(a, [0, 1])`, which workers take as arrays of arrays.

use crate::harness::conformance;

conformance! {
    of_sequences(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let second = map(|w| w[0] - 2 * w[1] + w[2], around(xs, 1));
        let beside = map(|[a, b, c], y, w: [i64; 5]| a * b - c + y + w[4], around(xs, 1), ys, around(pad(wrap, ys), 2));
        (second, beside, map(|[x], next| next - x, around(xs, 0), at(pad(edge, ys), 1)))
    }

    along_one_axis(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * 3 - ys[j]);
        let along = map(|[w]| w[0] + 2 * w[1] - w[2], around(a, [0, 1]));
        let across = map(|[[n], [x], [s]], e| n - x * s + e, around(pad(reflect, a), [1, 0]), at(a, [0, 1]));
        (along, across)
    }

    over_all_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] + 5 * ys[j]);
        let corners = map(|w| {
            let [[a, _, b], _, [c, _, d]] = w;
            a - b + c - d + w[1][1]
        }, around(a, [1, 1]));
        let wide = map(|w| w[0][0] + w[2][4] * w[1][2], around(pad(symmetric, a), [1, 2]));
        (corners, wide, fold(0, |a, b| a + b, wide))
    }

    of_three_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 18, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate([.., .., 5], |i, j, k| xs[i] - ys[j] * k as i64);
        let all = map(|w| w[0][1][1] + w[2][1][1] + w[1][0][1] + w[1][2][1] + w[1][1][0] - w[1][1][2], around(a, [1, 1, 1]));
        (all, map(|[[[x, y, z]]]| x + y - z, around(pad(1, a), [0, 0, 1])))
    }

    of_six_axes(xs: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x), 0..len(xs), xs));
        let a = generate([2, .., 2, 1, 4, 3], |i, j, k, l, m, n| xs[j] * (i + 2 * k + l) as i64 - (m * n) as i64);
        map(|w| w[0][0][0][0][0][0] + w[0][2][0][0][2][0], around(pad(edge, a), [0, 1, 0, 0, 1, 0]))
    }

    in_rows(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] + 5 * ys[j]);
        let smooth = map(|row| map(|w| w[0] - 2 * w[1] + w[2], around(pad(edge, row), 1)), rows(a));
        let twice = map(|w| w[0][1] * w[0][0], around(pad(edge, map(|x| x - 1, a)), [0, 1]));
        (smooth, twice)
    }
}
