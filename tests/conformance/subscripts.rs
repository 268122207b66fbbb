//! Subscripts that add indices of one `generate`, and computed subscripts, of arrays that may be padded.

use crate::harness::conformance;

conformance! {
    neighbourhoods(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 17, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 13, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let all = generate([.., .., 3, 2], |i, j, u, v| a[[i + u, j + v]]);
        let sums = generate(|i, j| sum(|u, v| all[[i, j, u, v]] * (u as i64 + 1)));
        (all, sums, generate([2, ..], |u, i| xs[2 * i + u] - u as i64))
    }

    between(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 23, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 7, map(|i, y| (i, y), 0..len(ys), ys));
        let products = generate(|i, u| xs[i + u] * ys[u]);
        let ends = generate(|i, u| xs[i - u] * ys[u] + xs[i]);
        (products, ends)
    }

    folded_besides(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 11, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let sums = generate(|i, j| sum(i..=j, |t| xs[t] * (t as i64 + 1)) + xs[i] - xs[j]);
        let p = pad(reflect, xs);
        let windows = generate(|i| sum(|u| p[i + u - 1] * ys[u]));
        (sums, windows)
    }

    padded(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 17, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 3, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] + 5 * xs[j]);
        let p = pad(edge, a);
        let around = generate([.., .., 3, 3], |i, j, u, v| p[[i + u - 1, j + v - 1]]);
        let q = pad(-4, a);
        let weighed = generate(|i, j, u| q[[i + u, j - 1]] * ys[u]);
        let (h, w) = (len(xs), len(xs));
        let halves = generate([2 * h, w], |y, x| {
            let i = y / 2;
            p[[i + 1, x / 3]] - a[[i, x]]
        });
        (around, weighed, halves)
    }

    computed(xs: &[i64], at: &[usize]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 17, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, at) = filter(|(i, _)| i < 9, map(|i, k| (i, k), 0..len(at), at));
        let a = generate(|i, j| xs[i] * 2 - xs[j]);
        let n = len(xs);
        let rows = generate(|i, j| xs[j] + if n > 0 { a[[at[i] % n, j]] } else { 0 });
        let columns = generate([.., 4], |i, _| xs[i] - if n > 0 { a[[i, (i + 1) % n]] } else { 0 });
        (rows, columns)
    }

    single_elements(xs: &[i64], ys: &[i64]; ; k: usize = 3) -> (i64, i64, i64, i64, Vec<i64>) {
        let (_, few) = filter(|(i, _)| i < 17, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 13, map(|i, y| (i, y), 0..len(ys), ys));
        let sums = scan(0, |a, b| a + b, few);
        let n = len(sums);
        let last = if n > 0 { sums[n - 1] } else { -1 };
        let a = generate(|i, j| few[i] - 3 * ys[j]);
        let [h, w] = shape(a);
        let corner = if h > 0 && w > 0 { a[[h - 1, w - 1]] * last } else { 5 };
        let differences = generate(|i| few[i + 2] - few[i + 1]);
        let moved = generate([2.., ..], |i, j| a[[i, j]] + a[[i - 1, j]]);
        let second = if len(differences) > 0 { differences[0] } else { 7 };
        let third = if h > 2 && w > k { moved[[2, k]] + second } else { 9 };
        (last, corner, third, if n > 0 { sums[n / 2] + few[0] } else { last }, map(|x| x - corner, few))
    }

    read_where_there_are_some(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 17, map(|i, x| (i, x), 0..len(xs), xs));
        let ys = map(|y| y + 1, ys);
        let n = len(ys);
        let whole = generate(|i| xs[i] + if n >= 3 { sum(0..3, |k| ys[k]) } else { -1 });
        let part = generate(|i| sum(0..5, |k| if k < n { ys[k] * xs[i] } else { 1 }));
        (whole, part)
    }

    of_unnamed_indices(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 17, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 13, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate([.., 3, ..], |i, _, j| xs[i] - ys[j]);
        (generate(|i, j, k| a[[i, j, k + 1]]), sum(|i, j| a[[i, 1, j]]))
    }
}
