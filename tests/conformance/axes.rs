//! Arrays of several axes as sequences, compared with others, and read at any position.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 3)]
    flattened_in_its_loop(xs: &[i64], ys: &[i64]) -> (i64, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 2 * ys[j]);
        let f = flatten(a);
        let sums = scan(0, |a, b| a + b, f);
        (fold(0, i64::max, sums), map(|s, x| s + x, sums, f), filter(|x| x % 3 == 0, f))
    }

    flattened_and_in_memory(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] + ys[j]);
        let f = flatten(a);
        let t = generate(|i, j| a[[j, i]]);
        (f, t, scan(0.0, f64::max, f))
    }

    flattened_twice(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let pairs = map(|(x, y)| x * y, cross(xs, filter(|y| y % 2 == 0, ys)));
        let kept = flatten(filter(|x| x % 2 == 0, flatten(pairs)));
        (kept, scan(0, |a, b| a.max(b), flatten(flatten(pairs))))
    }

    // Both have as many positions, and one of them has one axis.
    other_axes_of_one_size(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] + (j as i64) * ys[j]);
        let f = flatten(a);
        let n = len(f);
        let v = map(|k| 3 * k as i64 + 1, 0..len(f));
        let s = map(|x, y| x + y, f, v);
        let u = generate(|k| v[n - 1 - k] * 2 + k as i64);
        (s, u)
    }

    conforming_axes(xs: &[i64]; ; h: usize = 5, w: usize = 7, n: usize = 5, m: usize = 7) -> (Vec<i64>, i64) {
        let a = generate([h, w], |i, j| (10 * i + j) as i64);
        let b = generate([n, m], |i, j| (i * j) as i64);
        let same = conform(b, a);
        (map(|x, y| x + y, a, same), fold(0, |a, b| a + b, xs))
    }

    elements_at_any_position(xs: &[i64]) -> (Vec<i64>, i64) {
        let n = len(xs);
        let a = reshape(xs, [n, 1]);
        let b = reshape(xs, [1, n]);
        let last = if n > 0 { a[[n - 1, 0]] - b[[0, n / 2]] } else { 0 };
        (map(|i| a[[(3 * i) % n, 0]] + b[[0, i / 2]], 0..n), last)
    }
}
