//! Arrays of few columns, whose number the program says: points, colours, small matrices.

use crate::harness::conformance;

conformance! {
    rows_of_points(xs: &[f64], cs: &[u8]) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, f64) {
        let (n, m) = (len(xs) / 3, len(cs) % 7);
        let p = reshape(generate(0..3 * n, |i| xs[i]), [n, 3]);
        let q = generate([m, 3], |j, k| 0.5 * j as f64 - k as f64);
        let lengths = generate(|i| sum(|k| p[[i, k]] * p[[i, k]]).sqrt());
        let unit = generate(|i, k| p[[i, k]] / lengths[i]);
        let tops = generate(|i| fold(f64::NEG_INFINITY, f64::max, |k| p[[i, k]] - 1.0));
        let near = generate(|i| fold(f64::INFINITY, f64::min, |j| {
            sum(|k| (p[[i, k]] - q[[j, k]]) * (p[[i, k]] - q[[j, k]]))
        }));
        let steps = generate(|i| sum(|k| (p[[i + 1, k]] - p[[i, k]]).abs()));
        (flatten(unit), tops, near, lengths, fold(0.0, f64::max, steps))
    }

    weights_of_columns(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs) / 5;
        let p = reshape(generate(0..5 * n, |i| xs[i] % 1000), [n, 5]);
        let w = generate(5, |k| k as i64 - 2);
        let (c, _) = map(|k| (7 * k, k), generate(5, |k| k as i64));
        let some = generate(|i| sum(1..4, |k| p[[i, k]] * w[k]));
        let all = generate(|i| sum(|k| p[[i, k]] * c[k]));
        let moved = generate(|i, k| p[[i, k]] - w[k] + some[i]);
        (some, all, flatten(moved), generate(|i| fold(9, i64::max, 1..5, |k| p[[i, k]])))
    }

    transformed_points(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs) / 3;
        let p = reshape(generate(0..3 * n, |i| xs[i] % 1000), [n, 3]);
        let m = generate([3, 4], |i, j| 3 * i as i64 - j as i64);
        let turned = generate(|i, j| m[[j, 3]] + sum(0..3, |k| m[[j, k]] * p[[i, k]]));
        let crossed = generate([.., 3], |i, k| p[[i, (k + 1) % 3]] - k as i64 * p[[i, (k + 2) % 3]]);
        (flatten(turned), flatten(crossed), flatten(generate(|i, j| sum(|k| m[[k, j]] * p[[i, k]]))))
    }

    pictures_of_colours(xs: &[u8]; ; h: usize = 4) -> (Vec<u8>, Vec<u32>, Vec<u32>, Vec<u8>) {
        let w = len(xs) / (3 * h);
        let a = reshape(generate(0..h * w * 3, |i| xs[i]), [h, w, 3]);
        let grey = generate(|y, x| sum(|c| a[[y, x, c]] as u32) / 3);
        let lines = generate(|y, c| sum(|x| a[[y, x, c]] as u32));
        let other = generate([.., .., 3], |y, x, c| a[[y, x, 2 - c]] / 2 + a[[y, x, 0]] / 3);
        let inner = generate([.., 1..w, ..], |y, x, c| a[[y, x, c]] / 2 + a[[y, x - 1, c]] / 2);
        (flatten(other), flatten(grey), flatten(lines), flatten(inner))
    }

    wide_rows(xs: &[f32]) -> (Vec<f32>, Vec<f32>, Vec<(f32, usize)>) {
        let n = len(xs) / 10;
        let x = reshape(generate(0..10 * n, |i| xs[i]), [n, 10]);
        let m = generate(|i| fold(f32::NEG_INFINITY, f32::max, |j| x[[i, j]]));
        let e = generate(|i, j| (x[[i, j]] - m[i]).exp());
        let z = generate(|i| sum(|j| e[[i, j]]));
        let hot = generate([n, 10], |i, j| if (3 * i + 1) % 10 == j { 1.0f32 } else { 0.0 });
        let best = generate(|i| fold(
            (f32::NEG_INFINITY, 0usize),
            |a, b| if b.0 > a.0 { b } else { a },
            |j| (x[[i, j]], j),
        ));
        (flatten(generate(|i, j| e[[i, j]] / z[i])), flatten(hot), best)
    }

    boxes_of_points(xs: &[f64]; ; s: f64 = 0.25) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let n = len(xs) / 3;
        let p = reshape(generate(0..3 * n, |i| xs[i]), [n, 3]);
        let least = generate(|k| fold(f64::INFINITY, f64::min, |i| p[[i, k]]));
        let most = generate(|k| fold(-1e9, f64::max, |i| p[[i, k]]));
        (least, most, generate(|k| fold(s, f64::max, |i| p[[i, k]])))
    }

    #[cnf(strict)]
    strict_rows(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = len(xs) / 2;
        let p = reshape(generate(0..2 * n, |i| xs[i]), [n, 2]);
        let s = generate(|i| sum(|k| p[[i, k]]));
        (flatten(generate(|i, k| p[[i, k]] - s[i])), s)
    }
}
