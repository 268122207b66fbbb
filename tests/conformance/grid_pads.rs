//! Padded arrays of several axes.

use crate::harness::conformance;

conformance! {
    blurred(xs: &[f32], ys: &[f32]) -> Vec<f32> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(edge, generate(|i, j| xs[i] - ys[j]));
        generate(|i, j| {
            let above = p[[i - 1, j - 1]] + p[[i - 1, j]] + p[[i - 1, j + 1]];
            let below = p[[i + 1, j - 1]] + p[[i + 1, j]] + p[[i + 1, j + 1]];
            (above + p[[i, j - 1]] + p[[i, j]] + p[[i, j + 1]] + below) / 9.0
        })
    }

    #[cnf(loops = 4)]
    windows_of_padded(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(edge, generate(|i, j| xs[i] - ys[j]));
        let means = generate(|i, j| sum(0..3, |u| sum(0..3, |v| p[[i + u - 1, j + v - 1]])) / 9);
        (means, generate(|i, j| fold(i64::MIN, i64::max, 0..=4, |u| p[[i, j + u - 2]] - u as i64)))
    }

    life(xs: &[u8], ys: &[u8]) -> Vec<u8> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(wrap, generate(|i, j| (xs[i] ^ ys[j]) & 1));
        generate(|i, j| {
            let above = p[[i - 1, j - 1]] + p[[i - 1, j]] + p[[i - 1, j + 1]];
            let below = p[[i + 1, j - 1]] + p[[i + 1, j]] + p[[i + 1, j + 1]];
            let n = above + p[[i, j - 1]] + p[[i, j + 1]] + below;
            (n == 3 || n == 2 && p[[i, j]] == 1) as u8
        })
    }

    mirrors(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| 10 * xs[i] + ys[j]);
        let (p, q) = (pad(reflect, a), pad(symmetric, a));
        let one = generate(|i, j| p[[i - 3, j + 2]] - q[[i + 5, j - 1]]);
        let other = generate(|i, j| q[[i - 50, j - 60]] + a[[i, j + 1]]);
        (one, other, fold(0, |a, b| a + b, one))
    }

    offsets_below_zero(xs: &[i64]; ; s: usize = usize::MAX) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (p, q, r) = (pad(edge, xs), pad(wrap, xs), pad(-7, xs));
        let mirrored = pad(reflect, xs);
        (generate(|i| p[i + s]), generate(|i| q[i + s]), generate(|i| r[i + s]), generate(|i| mirrored[i + s]))
    }

    a_value_outside(xs: &[i64], ys: &[i64]; ; outside: i64 = 7) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * 3 - ys[j]);
        let p = pad(outside, a);
        let zero = pad(0, a);
        let steps = generate(|i, j| p[[i, j - 1]] + p[[i + 1, j]] - 2 * p[[i - 2, j + 2]]);
        (steps, filter(|d| d % 2 == 0, generate(|i, j| a[[i, j]] - zero[[i - 1, j]])))
    }

    transposed_and_strided(xs: &[i32], ys: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<i32>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(edge, generate(|i, j| xs[i] - 2 * ys[j]));
        let t = generate(|i, j| p[[j - 1, i + 1]]);
        let halves = generate(|i, j| p[[2 * i - 1, 2 * j + 1]]);
        (t, halves, generate(|i, j| p[[i + 1, 2 * j]] - p[[i - 1, 2 * j]]))
    }

    diagonals(xs: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let p = pad(wrap, generate(|i, j| 10 * xs[i] + xs[j]));
        let d = generate(|i| p[[i - 1, i + 1]] - p[[i, i]]);
        (d, fold(i64::MIN, i64::max, d))
    }

    borders_of_known_size(xs: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let p = pad(reflect, generate([3, len(xs)], |k, j| xs[j] + k as i64));
        generate(|j| p[[0, j - 1]] + p[[2, j + 1]] - p[[4, j]])
    }

    sequences_beside_arrays(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let (p, q) = (pad(edge, xs), pad(5, ys));
        let a = generate(|i, j| p[i - 1] * q[j + 1] - xs[i]);
        let b = pad(symmetric, a);
        let c = generate(|i, j| b[[i + 1, j]] + q[j - 2]);
        (c, fold(0, |x, y| x + y, c))
    }

    chains(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(edge, generate(|i, j| xs[i] * ys[j]));
        let h = generate(|i, j| (p[[i, j - 1]] + p[[i, j]] + p[[i, j + 1]]) / 3.0);
        let q = pad(edge, h);
        let v = generate(|i, j| (q[[i - 1, j]] + q[[i, j]] + q[[i + 1, j]]) / 3.0);
        (v, fold(f64::MIN, f64::max, map(|x, y| x - y, v, h)))
    }

    three_axes(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(wrap, generate([len(xs), 4, len(ys)], |i, k, j| xs[i] * ys[j] + k as i64));
        generate(|i, k, j| p[[i - 1, k, j]] + p[[i, k + 1, j - 1]] - p[[i + 1, k - 1, j + 1]])
    }

    tuples(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<u8>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] + ys[j], (xs[i] & 7) as u8));
        let p = pad(edge, a);
        let (steps, small) = generate(|i, j| {
            let ((x, k), (y, l)) = (p[[i - 1, j]], p[[i, j + 1]]);
            (x - y, k ^ l)
        });
        (steps, small)
    }

    long_rows(xs: &[i64]) -> (Vec<i64>, i64, i64) {
        let n = len(xs);
        let p = pad(wrap, reshape(xs, [1, n]));
        let q = pad(0, generate([3, n], |k, j| k as i64 + xs[j]));
        let a = generate(|i, j| p[[i + 1, j - 1]] - p[[i, j + 1]]);
        let b = generate(|k, j| q[[k - 1, j + 1]] + q[[k + 1, j - 1]] - q[[k, j]]);
        (a, fold(0, |x, y| x ^ y, b), fold(0, |x, y| x + y, a))
    }

    scanned(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let p = pad(reflect, generate(|i, j| xs[i] - ys[j]));
        let d = generate(|i, j| p[[i, j - 1]] - p[[i, j + 1]]);
        (scan(0, |a, b| a + b, flatten(d)), scan_exclusive(0, i64::max, filter(|x| x > 3, d)))
    }

    given_sizes(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let (n, m) = (len(xs), len(ys));
        let a = generate([n, m], |i, j| xs[i] * 2 + ys[j]);
        let p = pad(edge, a);
        generate([n, m], |i, j| p[[i - 1, j]] + p[[i + 1, j]] + i as i64)
    }

    moved(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let (n, s) = (len(xs), len(ys) % 5);
        let a = generate(|i, j| xs[i] - 2 * ys[j]);
        let (p, w, v) = (pad(edge, a), pad(wrap, a), pad(7, xs));
        let ends = generate(|i, j| p[[n - i, j]] + w[[i + s, j - s]]);
        let far = generate(|i| v[i + s] - v[i - s] * xs[i] + v[n + 1 - i]);
        let beside = map(|x, y| x - y, a, at(pad(symmetric, a), [s, -1]));
        (ends, far, beside, map(|x, y| x + 3 * y, xs, at(pad(reflect, xs), s + 1)))
    }
}
