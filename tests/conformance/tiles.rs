//! Totals of rows and columns: products of matrices, and what reads like them. On the CPU and on
//! devices these are computed in tiles, so that sizes are around theirs.

use crate::harness::conformance;

conformance! {
    wide(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, rows) = filter(|(i, _)| i < 66, map(|i, x| (i, x % 1000), 0..len(xs), xs));
        let (_, ks) = filter(|(i, _)| i < 17, map(|i, x| (i, x % 1000), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 131, map(|i, y| (i, y % 1000), 0..len(ys), ys));
        let a = generate(|i, k| rows[i] - 3 * ks[k]);
        let b = generate(|k, j| 2 * ks[k] + ys[j]);
        let c = generate(|i, j| (ys[j] - sum(|k| a[[i, k]] * b[[k, j]])).max(-5000));
        (c, generate(|i, j| fold(i64::MAX, i64::min, |k| a[[i, k]] + b[[k, j]] + k as i64)))
    }

    transposed(xs: &[f32], ys: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let (_, xs) = filter(|(i, _)| i < 35, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 33, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|k, i| xs[i] - ys[k]);
        let b = generate(|j, k| ys[k] + 0.5 * ys[j]);
        let least = generate(|i, j| fold(f32::INFINITY, f32::min, |k| a[[k, i]] + b[[k, j]]));
        (least, generate(|i, j| fold(-1.0, f32::max, |k| a[[k, i]] - b[[j, k]])))
    }

    narrow(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 5, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, k| xs[i] - ys[k]);
        let b = generate(|k, j| ys[k] + 2 * ys[j]);
        let tall = generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]));
        let square = generate(|i, j| sum(|k| a[[k, i]] * a[[k, j]]));
        (tall, square, generate(|i, j| sum(|k| b[[k, i]] * a[[j, k]])))
    }

    batches(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 17, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 19, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate([3, len(xs), len(ys)], |b, i, k| xs[i] - b as i64 * ys[k]);
        let c = generate([3, len(ys), len(xs)], |b, k, j| ys[k] + xs[j] + b as i64);
        let all = generate(|b, i, j| sum(|k| a[[b, i, k]] * c[[b, k, j]] + (i + 2 * j + k) as i64));
        (all, generate(|i, b, j| sum(|k| a[[b, i, k]] * c[[b, k, j]])))
    }

    tensors(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 9, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 18, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let x = generate(|i, j, k| xs[i] + 2 * ys[j] - ys[k]);
        let b = generate(|j, r| ys[j] - 3 * ys[r]);
        let c = generate(|k, r| ys[k] + ys[r]);
        let kruskal = generate(|i, r| sum(|j, k| x[[i, j, k]] * b[[j, r]] * c[[k, r]]));
        let both = generate(|i, r| sum(|j, k| x[[i, j, k]] * (b[[j, r]] - c[[k, r]])));
        let within = generate(|i, r| fold(i64::MIN, i64::max, |j|
            b[[j, r]] * (1 + sum(|k| x[[i, j, k]] * c[[k, r]])) + (i + j) as i64));
        (kruskal, both, within)
    }

    rows_of_both(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 19, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 18, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, k| xs[i] - ys[k]);
        let scores = generate(|i, j| 3 * sum(|k| a[[i, k]] * a[[j, k]]));
        let most = generate(|i| fold(i64::MIN, i64::max, |j| scores[[i, j]]));
        (scores, generate(|i, k| sum(|j| (scores[[i, j]] - most[i]) % 1000 * a[[j, k]])))
    }

    of_rows_and_columns(xs: &[f32], ys: &[f32]) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
        let (_, xs) = filter(|(i, _)| i < 37, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 66, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, k| xs[i] - ys[k]);
        let c = generate(|j, k| ys[k] + 0.5 * ys[j]);
        let least = generate(|i, j| fold(f32::INFINITY, f32::min, |k| a[[i, k]] + c[[j, k]]));
        let turned = generate(|j, i| fold(0.25, f32::max, |k| a[[i, k]] - c[[k, j]]));
        (least, turned, generate(|i, j| ys[j] + fold(-1.0, f32::max, |k| c[[j, k]] - 2.0 * a[[i, k]])))
    }

    few_rows_or_columns(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 3, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 80, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, k| xs[i] - ys[k]);
        let c = generate(|j, k| ys[k] + 2 * ys[j]);
        let flat = generate(|i, j| sum(|k| a[[i, k]] * c[[j, k]]));
        (flat, generate(|j, i| sum(|k| a[[i, k]] * c[[j, k]])))
    }

    small(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        // As many as several threads share: kernels without optimisation take a minute for all.
        let (_, xs) = filter(|(i, _)| i < 6000, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 4, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate([.., 3, 3], |b, i, k| xs[b] + 2 * i as i64 - k as i64);
        let squares = generate(|b, i, j| sum(|k| a[[b, i, k]] * a[[b, k, j]]));
        let turned = generate(|b, i, j| xs[b] - fold(3, i64::max, |k| a[[b, k, i]] - a[[b, j, k]] * k as i64));
        let c = generate(|b, k, j| xs[b] - ys[k] + 3 * ys[j]);
        let any = generate(|b, i, j| sum(|k| c[[b, i, k]] * c[[b, k, j]]));
        (squares, turned, any, generate(|b, i| sum(|k| a[[b, 1, k]] * a[[b, i, k]])))
    }

    batches_of_batches(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 9, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 21, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate([.., .., 2, 2], |b, c, i, k| xs[b] * 3 - ys[c] + i as i64 - 2 * k as i64);
        let products = generate(|b, c, i, j| sum(|k| a[[b, c, i, k]] * a[[b, c, k, j]]));
        (products, generate(|b, c, i, j| sum(..=i, |k| a[[b, c, i, k]] * a[[b, c, k, j]])))
    }

    #[cnf(mul_add)]
    contracted(xs: &[f64], ys: &[f32]) -> (Vec<f64>, Vec<f64>, Vec<f32>, Vec<f32>) {
        let (_, xs) = filter(|(i, _)| i < 38, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 67, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, k| xs[i] - 0.1 * xs[k]);
        let b = generate(|k, j| ys[k] + 0.3 * ys[j]);
        let product = generate(|i, j| sum(|k| a[[i, k]] * a[[k, j]]));
        let turned = generate(|i, j| xs[j] - sum(|k| (2.0 * a[[j, k]]) * a[[i, k]]));
        (product, turned, generate(|i| sum(|k| b[[i, k]] * ys[k])), generate(|j| sum(|i| ys[i] * b[[i, j]])))
    }

    #[cnf(mul_add)]
    contracted_within(xs: &[f64], ys: &[i64]) -> (Vec<f64>, Vec<f64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 10, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 19, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let x = generate(|i, j, k| xs[i] + 0.2 * xs[j] - xs[k]);
        let b = generate(|j, r| xs[j] - 0.3 * xs[r]);
        let kruskal = generate(|i, r| sum(|j, k| x[[i, j, k]] * b[[j, r]] * b[[k, r]]));
        let small = generate([.., 3, 3], |n, i, k| xs[n] + 0.1 * i as f64 - k as f64);
        let squares = generate(|n, i, j| sum(|k| small[[n, i, k]] * small[[n, k, j]]));
        let c = generate(|i, k| ys[i] - 3 * ys[k]);
        (kruskal, squares, generate(|i, j| sum(|k| c[[i, k]] * c[[k, j]])))
    }
}
