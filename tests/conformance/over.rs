//! Folds over an index.

use crate::harness::conformance;

conformance! {
    rows_and_columns(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let rows = generate(|i| sum(|j| a[[i, j]]));
        let columns = generate(|j| sum(|i| a[[i, j]]));
        (rows, columns, generate(|i, j| a[[i, j]] - rows[i]))
    }

    narrow_columns(xs: &[i64], ys: &[f64]) -> (Vec<i64>, Vec<i64>, Vec<(i64, i64)>, Vec<f64>) {
        let a = generate([len(xs), 5], |i, j| xs[i] % 1000 - 7 * j as i64);
        let b = generate([len(ys), 3], |i, j| ys[i] + j as f64);
        let sums = generate(|j| 2 * sum(|i| a[[i, j]] * a[[i, j]]) - sum(|i| a[[i, 4 - j]]));
        let least = generate(|j| fold(i64::MAX, i64::min, |i| a[[i, j]] + 3 * j as i64));
        let maps = generate(|j| fold((1i64, 0i64), |(p, q), (r, s)|
            (p.wrapping_mul(r), q.wrapping_mul(r).wrapping_add(s)), |i| (a[[i, j]] | 1, j as i64)));
        (sums, least, maps, generate(|j| sum(|i| b[[i, j]])))
    }

    softmax(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let x = generate(|i, j| xs[i] / 64.0 - ys[j] / 100.0);
        let m = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| x[[i, j]]));
        let e = generate(|i, j| (x[[i, j]] - m[i]).exp());
        let z = generate(|i| sum(|j| e[[i, j]]));
        generate(|i, j| e[[i, j]] / z[i])
    }

    products(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let b = generate(|i, j| ys[i] + 2 * xs[j]);
        let c = generate(|i, j| (xs[j] + sum(|k| a[[i, k]] * b[[k, j + 1]])).max(0));
        (c, generate(|i| sum(|k| a[[i, k]] * ys[k])))
    }

    nearest(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, few) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        map(|x| fold(i64::MAX, i64::min, |k| (x - few[k]).abs()), xs)
    }

    chosen(xs: &[f64], ys: &[f64]) -> (Vec<(i64, i64)>, Vec<f64>) {
        let (_, few) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let ends = map(|x| {
            let (_, least) = fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a }, |k| ((x - few[k]).abs(), k));
            let (_, most) = fold((f64::NEG_INFINITY, 0), |a, b| if a.0 >= b.0 { a } else { b }, |k| (x * few[k], k));
            (least as i64, most as i64)
        }, xs);
        let tops = map(|x| {
            let (_, y, z) = fold((0.0, x, 0.0), |a, b| if b.0 > a.0 { b } else { a }, |k| (few[k] - x, few[k], x));
            y - z
        }, xs);
        (ends, tops)
    }

    prefixes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let rows = generate(|i, j| sum(..=j, |k| a[[i, k]]));
        let columns = generate(|i, j| a[[i, j]] - sum(..i, |k| a[[k, j]]));
        let all = generate(|y, x| sum(..=y, |v| sum(..=x, |u| a[[v, u]])));
        (rows, columns, all, generate(|j| fold(i64::MIN, i64::max, ..=j, |k| xs[k])))
    }

    scalars(xs: &[i64], ys: &[i64]) -> (i64, i64, i64, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let n = len(xs);
        let all = sum(|i, j| a[[i, j]]);
        let half = sum(0..n / 2, |i| xs[i]);
        (all, half, 2 * sum(|k| xs[k]), fold(0, i64::max, |j| sum(|i| a[[i, j]])))
    }

    windows(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let three = generate(|i| sum(i..i + 3, |k| xs[k]));
        let weighted = generate(|i| sum(0..3, |k| xs[i + k] * (k as i64 + 1)));
        (three, weighted, generate(|i| sum(i.., |k| xs[k] * xs[i])))
    }

    weighted_windows(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, ws) = filter(|(i, _)| i < 4, map(|i, y| (i, y), 0..4usize, 0..4i64));
        let p = pad(wrap, xs);
        let known = generate(|i| sum(0..4, |k| p[i + k - 2] * ws[k]));
        let far = generate(|i| fold(0, |a, b| a ^ b, 1..40, |k| ys[i + k] + k as i64));
        (known, far, generate(|i| sum(..3, |k| sum(2..=3, |l| xs[2 * i + k + l] * l as i64))))
    }

    nested(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 12, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 9, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let both = map(|x| fold(0, |a, b| a.max(b), |i, j| (x - a[[i, j]]) % 1000), xs);
        (both, map(|y| sum(|i| (xs[i] - y) * fold(i64::MIN, i64::max, |j| a[[i, j]])), ys))
    }

    gathers(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        generate(|i| sum(|k| xs[k / 2] + a[[i, k]] * xs[i]))
    }

    gathers_along_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let n = len(xs);
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let rows = map(|x| (x.unsigned_abs() as usize) % n, xs);
        let picked = generate(|i, j| a[[rows[i], j + 1]] - a[[i / 2, j]]);
        let local = generate(|i, j| {
            let row = rows[i] / 2;
            a[[row, j]]
        });
        (picked, local, generate(|i| rows[i / 3] as i64 + xs[i]))
    }

    chains(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64, i64) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let b = generate(|j, k| ys[j] + 2 * xs[k]);
        let chain = generate(|i, l| 1 + sum(|j, k| a[[i, j]] * b[[j, k]] * a[[k, l]] * ys[j]));
        let sums = generate(|k| sum(|i, j| a[[i, j]] * b[[j, k]]));
        let form = sum(|i, j| xs[i] * a[[i, j]] * ys[j]);
        (chain, sums, form, sum(|i, j| xs[i] * ys[j] * 2))
    }

    chains_of_floats(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let out = generate(|i, k| sum(|j| a[[i, j]] * ys[j] * a[[k, j]] * 0.25));
        (out, fold(f64::INFINITY, f64::min, |i, j| xs[i] + a[[i, j]] + ys[j]))
    }

    shortest(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<bool>) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let paths = generate(|i, l| fold(f64::INFINITY, f64::min, |j, k| a[[i, j]] + a[[k, j]] + a[[k, l]]));
        let near = generate(|i, j| a[[i, j]] < 0.5);
        (paths, generate(|i, l| fold(false, |a, b| a | b, |j, k| near[[i, j]] & near[[k, j]] & near[[k, l]])))
    }

    einsums(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, i64, i64) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let square = generate(|i, j| ys[j] + 2 * ys[i]);
        let chain = einsum("ij,jk,lk->il", a, square, a);
        let weighted = einsum("ij,j,", a, ys, 3);
        let diagonal = einsum("ii,i->i", square, ys);
        let trace = einsum("ii", square);
        (chain, weighted, diagonal, trace, 1 + einsum("i,ij,j->", xs, a, ys))
    }

    #[cnf(order = "written")]
    as_written(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        (einsum("ij,kj,k->i", a, a, xs), einsum("i,ij,j->", xs, a, ys))
    }

    gram(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] - ys[j]) / 16.0);
        let gram = generate(|j, k| sum(|i| a[[i, j]] * a[[i, k]]));
        (gram, generate(|j| sum(|i, k| a[[i, j]] * a[[i, k]] * ys[k])))
    }

    chain_of_four(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 12, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 9, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let b = generate(|j, k| ys[j] + 2 * xs[k]);
        generate(|i, m| sum(|j, k, l| a[[i, j]] * b[[j, k]] * a[[k, l]] * b[[l, m]]))
    }

    #[cnf(sizes(i = 1000, j = 3, k = 1000))]
    factors_of_all_kinds(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 20, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let n = len(ys) as i64;
        let scaled = generate(|i| n * sum(|j, k| a[[i, j]] * n * (ys[j] - 1) * a[[k, j]] * 2 * xs[k]));
        let squares = generate(|i| sum(|j, k| a[[i, j]] * a[[i, j]] * a[[k, j]] * a[[k, j]]));
        (scaled, squares, sum(|i, j, k| a[[i, j]] * (xs[i] + ys[j]).abs() * -a[[k, j]]))
    }

    nothing_to_add(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let none = filter(|x| x > f64::MAX, xs);
        let (_, ys) = filter(|(i, _)| i < 9, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j, k| none[i] + ys[j] - ys[k]);
        let parts = generate(|j, n| sum(|i, k, l, m| a[[i, j, k]] * a[[l, j, m]] * ys[k] * a[[l, k, j]] * ys[n]));
        let sums = generate(|j| sum(|i| a[[i, j, j]]));
        (parts, generate(|j| sum(|k| sums[k] * sums[k] * ys[j])))
    }

    #[cnf(strict)]
    strict_order(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        generate(|i| sum(|j, k| a[[i, j]] * a[[k, j]] * xs[k]))
    }

    behind_each(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        // Behind the last one there is nothing.
        let tops = generate(|i, j| fold(-7, i64::max, j + 1.., |k| a[[i, k]]));
        let below = generate(|i, j| sum(i + 1.., |k| a[[k, j]]));
        map(|x, y, z| x - y + 3 * z, a, tops, below)
    }
}
