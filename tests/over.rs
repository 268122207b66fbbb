//! Folds over an index: rows, columns, products, prefixes, windows.

use fusus::cnf;

cnf! {
    fn rows(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i| sum(|j| a[[i, j]]))
    }

    fn columns(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|j| sum(|i| a[[i, j]]))
    }

    fn product(h: usize, w: usize, n: usize, xs: &[f64], ys: &[f64], bias: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, n]);
        let b = reshape(ys, [n, w]);
        generate(|i, j| (bias[j] + sum(|k| a[[i, k]] * b[[k, j]])).max(0.0))
    }

    fn softmax(h: usize, w: usize, xs: &[f32]) -> Vec<f32> {
        let x = reshape(xs, [h, w]);
        let m = generate(|i| fold(f32::NEG_INFINITY, f32::max, |j| x[[i, j]]));
        let e = generate(|i, j| (x[[i, j]] - m[i]).exp());
        let z = generate(|i| sum(|j| e[[i, j]]));
        generate(|i, j| e[[i, j]] / z[i])
    }

    fn integral_image(w: usize, h: usize, pixels: &[u32]) -> Vec<u32> {
        let img = reshape(pixels, [h, w]);
        generate(|y, x| sum(..=y, |v| sum(..=x, |u| img[[v, u]])))
    }

    fn prefixes(h: usize, w: usize, xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let a = reshape(xs, [h, w]);
        let rows = generate(|i, j| sum(..=j, |k| a[[i, k]]));
        (rows, generate(|i, j| sum(..i, |k| a[[k, j]])))
    }

    fn nearest(points: &[f64], queries: &[f64]) -> Vec<f64> {
        map(|q| fold(f64::INFINITY, f64::min, |k| (q - points[k]).abs()), queries)
    }

    fn convolved(h: usize, w: usize, xs: &[i32], kernel: &[i32]) -> Vec<i32> {
        let img = reshape(xs, [h, w]);
        let weights = reshape(kernel, [3, 3]);
        generate([h - 2, w - 2], |y, x| sum(|v, u| img[[y + v, x + u]] * weights[[v, u]]))
    }

    fn windows(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let three = generate(|i| sum(i..i + 3, |k| xs[k]));
        (three, generate(|i| sum(0..3, |k| xs[i + k] * (k as i64 + 1))))
    }

    fn outside(n: usize, w: usize, xs: &[i64]) -> Vec<i64> {
        generate([n], |i| sum(i..i + w, |k| xs[k]))
    }

    fn scalars(h: usize, w: usize, xs: &[i64], k: usize) -> (i64, i64, i64) {
        let a = reshape(xs, [h, w]);
        let all = sum(|i, j| a[[i, j]] * i as i64);
        (all, sum(k.., |i| xs[i]), sum(..k, |i| a[[i, 0]]))
    }
}

fn numbers(n: usize) -> Vec<f64> {
    (0..n)
        .map(|k| ((k * 7919) % 1009) as f64 / 8.0 - 60.0)
        .collect()
}

/// Each row is summed from its beginning, whatever rows a block has: bit for bit.
#[test]
fn prefixes_begin_anew_with_each_row() {
    for (h, w) in [
        (0, 3),
        (1, 1),
        (1, 50_000),
        (50_000, 1),
        (300, 517),
        (3, 40_000),
        (2000, 31),
    ] {
        let xs: Vec<f64> = numbers(h * w).iter().map(|x| x / 3.0).collect();
        let (mut rows, mut columns) = (vec![0.0; h * w], vec![0.0; h * w]);
        for i in 0..h {
            let mut sum = 0.0;
            for j in 0..w {
                sum += xs[i * w + j];
                rows[i * w + j] = sum;
                if i > 0 {
                    columns[i * w + j] = columns[(i - 1) * w + j] + xs[(i - 1) * w + j];
                }
            }
        }
        let (own_rows, own_columns) = prefixes(h, w, &xs);
        assert!(own_rows == rows, "rows of {h} x {w}");
        assert!(own_columns == columns, "columns of {h} x {w}");
    }
}

#[test]
fn rows_and_columns_are_summed() {
    for (h, w) in [
        (0, 0),
        (1, 1),
        (3, 5),
        (1, 700),
        (700, 1),
        (64, 100),
        (300, 257),
    ] {
        let xs = numbers(h * w);
        let row = |i: usize| xs[i * w..][..w].iter().sum::<f64>();
        let column = |j: usize| (0..h).map(|i| xs[i * w + j]).sum::<f64>();
        assert_eq!(rows(h, w, &xs), (0..h).map(row).collect::<Vec<_>>());
        assert_eq!(columns(h, w, &xs), (0..w).map(column).collect::<Vec<_>>());
    }
}

#[test]
fn a_product_of_matrices_is_one() {
    for (h, w, n) in [(1, 1, 1), (2, 3, 4), (17, 33, 65), (40, 300, 20)] {
        let (a, b, bias) = (numbers(h * n), numbers(n * w), numbers(w));
        let at = |i: usize, j: usize| {
            let sum: f64 = (0..n).map(|k| a[i * n + k] * b[k * w + j]).sum();
            (bias[j] + sum).max(0.0)
        };
        let expected: Vec<f64> = (0..h * w).map(|p| at(p / w, p % w)).collect();
        assert_eq!(product(h, w, n, &a, &b, &bias), expected);
    }
}

#[test]
fn rows_of_a_softmax_add_up_to_one() {
    let xs: Vec<f32> = numbers(60 * 41)
        .into_iter()
        .map(|x| x as f32 / 16.0)
        .collect();
    let soft = softmax(60, 41, &xs);
    for row in soft.chunks(41) {
        let total: f32 = row.iter().sum();
        assert!((total - 1.0).abs() < 1e-5, "{total}");
        assert!(row.iter().all(|x| (0.0..=1.0).contains(x)));
    }
}

#[test]
fn prefixes_are_those_of_both_axes() {
    for (h, w) in [(1, 1), (1, 9), (9, 1), (5, 7), (130, 70)] {
        let xs: Vec<u32> = (0..h * w).map(|k| (k * 31 % 17) as u32).collect();
        let at = |y: usize, x: usize| -> u32 {
            (0..=y).map(|v| xs[v * w..][..=x].iter().sum::<u32>()).sum()
        };
        let expected: Vec<u32> = (0..h * w).map(|p| at(p / w, p % w)).collect();
        assert_eq!(integral_image(w, h, &xs), expected, "{h} x {w}");
    }
}

#[test]
fn a_fold_stands_in_any_worker() {
    let (points, queries) = (numbers(37), numbers(2000));
    let least = |q: &f64| {
        points
            .iter()
            .map(|p| (q - p).abs())
            .fold(f64::INFINITY, f64::min)
    };
    assert_eq!(
        nearest(&points, &queries),
        queries.iter().map(least).collect::<Vec<_>>()
    );
    assert_eq!(nearest(&[], &queries), vec![f64::INFINITY; 2000]);
}

#[test]
fn windows_are_sums_of_neighbours() {
    let xs: Vec<i64> = (0..100).map(|k| k * k % 37).collect();
    let (three, weighted) = windows(&xs);
    let sums: Vec<i64> = xs.windows(3).map(|w| w.iter().sum()).collect();
    assert_eq!(three, sums);
    let sums: Vec<i64> = xs.windows(3).map(|w| w[0] + 2 * w[1] + 3 * w[2]).collect();
    assert_eq!(weighted, sums);

    let (h, w) = (9, 11);
    let img: Vec<i32> = (0..99).map(|k| k * 7 % 13).collect();
    let kernel = [1, 2, 1, 2, 4, 2, -1, 0, 3];
    let at = |y: usize, x: usize| -> i32 {
        (0..9)
            .map(|p| img[(y + p / 3) * w + x + p % 3] * kernel[p])
            .sum()
    };
    let expected: Vec<i32> = (0..(h - 2) * (w - 2))
        .map(|p| at(p / (w - 2), p % (w - 2)))
        .collect();
    assert_eq!(convolved(h, w, &img, &kernel), expected);
}

#[test]
#[should_panic(expected = "`outside`: `xs` has 10 elements, and none at position 10")]
fn a_window_stays_in_its_array() {
    let xs = [1; 10];
    let _ = outside(10, 3, &xs);
}

#[test]
fn scalars_are_folds_over_all_positions() {
    let xs: Vec<i64> = (0..15).collect();
    let all = (0..15).map(|p| p * (p / 5)).sum();
    assert_eq!(scalars(3, 5, &xs, 2), (all, (2..15).sum(), 5));
}

#[test]
fn captured_arrays_are_folded() {
    let (xs, ys) = (numbers(20), numbers(30));
    let totals = cnf! { map(|x| sum(|k| x * ys[k]), xs) };
    let total: f64 = ys.iter().sum();
    assert_eq!(totals, xs.iter().map(|x| x * total).collect::<Vec<_>>());
    assert_eq!(cnf! { sum(|k| ys[k]) }, total);
}

/// A size that two values of one `let` capture is one.
#[test]
fn captured_sizes_are_shared_by_values_bound_together() {
    let (xs, n, m) = (numbers(6), 2, 3);
    let both = cnf! {
        let (a, b) = (reshape(xs, [n, m]), reshape(xs, [m, n]));
        generate(|i| sum(|j| a[[i, j]] * b[[j, i]]))
    };
    let at = |i: usize| (0..m).map(|j| xs[i * m + j] * xs[j * n + i]).sum::<f64>();
    assert_eq!(both, [at(0), at(1)]);
}

/// A prefix has the positions of its axis, however its range begins; the first one is of nothing.
#[test]
fn a_range_may_be_empty() {
    let xs = [1i64, 2, 4];
    assert_eq!(cnf! { generate(|i| sum(0..i, |k| xs[k])) }, [0, 1, 3]);
    assert_eq!(cnf! { generate(|i| sum(..i, |k| xs[k])) }, [0, 1, 3]);
    assert_eq!(
        cnf! { generate(|i| sum(0..i, |k| xs[k]) + xs[i]) },
        [1, 3, 7]
    );
    assert_eq!(
        cnf! { generate(|i| fold(0, i64::max, 0..i, |k| xs[k] * i as i64)) },
        [0, 1, 4]
    );
    let between = cnf! { flatten(generate(|i, j| sum(i..j, |k| xs[k]))) };
    assert_eq!(between, [0, 1, 3, 7, 0, 0, 2, 6, 0, 0, 0, 4]);
    let l: Vec<i64> = (0..9).collect();
    let n = 3;
    let strictly_below = cnf! {
        let a = reshape(l, [n, n]);
        generate(|i| sum(0..i, |k| a[[i, k]] * xs[k]))
    };
    assert_eq!(strictly_below, [0, 3, 6 + 2 * 7]);
}
