//! Index notation on arrays that are empty, or of one row, one column or one element, and on arrays
//! that are transposed, strided or sliced.

use crate::harness::conformance;

conformance! {
    rows_and_columns(xs: &[i64];; one: usize = 1) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let (row, column) = (reshape(xs, [one, n]), reshape(xs, [n, one]));
        let right = generate(|i, j| row[[i, j + 1]] - row[[i, j]]);
        let down = generate(|i, j| column[[i + 1, j]] - column[[i, j]]);
        let never = generate(|i, j| row[[i + 1, j]] + row[[i, j]]);
        (right, down, never, generate(|i, j| row[[j, i]] - column[[i, j]]))
    }

    one_element(xs: &[i64];; n: usize = 1) -> (Vec<i64>, Vec<i64>, i64) {
        let total = fold(0, |a, b| a + b, xs);
        let one = generate([n, n], |i, j| total + (i + j) as i64);
        let p = pad(edge, one);
        let seen = generate(|i, j| p[[i - 4, j + 9]] + one[[j, i]]);
        (seen, generate(|i, j| one[[i, j + 1]]), fold(0, |a, b| a + b, seen))
    }

    nothing_is_kept(xs: &[i64]) -> (Vec<i64>, Vec<i64>, usize) {
        let none = filter(|x| x > 1_000_000, xs);
        let (_, few) = filter(|(i, _)| i < 3, map(|i, x| (i, x), 0..len(xs), xs));
        let tall = generate(|i, j| few[i] + none[j]);
        let wide = generate(|i, j| none[i] + few[j]);
        let [h, w] = shape(wide);
        (generate(|i, j| tall[[i + 1, j]]), generate(|i, j| wide[[i, j + 1]] - tall[[j, i]]), 10 * h + w)
    }

    strides(xs: &[i32], ys: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<i32>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let thirds = generate(|i, j| a[[3 * i, 3 * j + 2]]);
        let t = generate(|i, j| thirds[[j, i]]);
        (generate(|i, j| a[[2 * j, 3 * i + 1]]), generate(|i, j| t[[i, j]] - thirds[[j, i]]), thirds)
    }

    slices(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate([5, len(xs)], |k, j| xs[j] * (k as i64 + 1));
        let b = generate([len(ys), 4], |i, k| ys[i] - k as i64);
        let rows = generate(|j| a[[0, j]] + a[[4, j]]);
        let columns = generate(|i| b[[i, 3]] - b[[i + 1, 0]]);
        (rows, columns, generate(|i, j| b[[i, 2]] * a[[1, j]]))
    }

    filtered_and_scanned(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64, usize) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let t = generate(|i, j| a[[j, i]]);
        let kept = filter(|x| x % 2 != 0, t);
        let sums = scan(0, |x, y| x + y, kept);
        (sums, reverse(flatten(t)), fold(i64::MAX, i64::min, t), len(kept))
    }

    recombined(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let (n, m) = (len(xs), len(ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let other = reshape(flatten(a), [m, n]);
        let turned = generate(|i, j| other[[i, j]] + a[[j, i]]);
        (reverse(flatten(turned)), map(|x| x + 1, turned))
    }

    four_axes(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 5, map(|i, x| (i, x), 0..len(xs), xs));
        let a = generate(|i, j, k, l| xs[i] + 2 * xs[j] - 3 * xs[k] + 5 * xs[l]);
        let b = generate(|i, j, k, l| a[[l, i, j + 1, k]] - a[[i + 2, j, k, l]]);
        (b, generate(|i, j| a[[i, j, j, i + 1]]))
    }

    neighbours(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 2 * ys[j]);
        let cross = map(|[[_, n, _], [w, x, e], [_, s, _]]| n + s + w + e - 4 * x, around(a));
        let steps = map(|x, y| y - x, a, at(a, [0, 1]));
        let p = pad(reflect, a);
        let all = map(|[_, [b, x, c], _], down| b + c - x + down, around(p), at(pad(7, a), [1, 0]));
        (cross, steps, all)
    }

    alone(xs: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let next = at(generate(|i, j| xs[i] * xs[j]), [1, -1]);
        (next, fold(0, |a, b| a + b, at(pad(wrap, next), [2, 2])))
    }

    broadcasts(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let b = generate(|i, j| a[[i, j]] - xs[i + 1] + ys[j]);
        let c = generate(|i, j, k| b[[i, k]] + a[[i, j]]);
        (b, fold(f64::MIN, f64::max, c))
    }
}
