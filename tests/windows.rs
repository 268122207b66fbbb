//! Folds over neighbours whose number is known, and reads at any positions, held against loops by
//! hand.

use fusus::cnf;

const WEIGHTS: [f64; 3] = [0.25, 0.5, 0.25];

cnf! {
    #[cnf(loops = 1)]
    fn blurred(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(xs, [h, w]));
        generate(|y, x| sum(0..3, |v| sum(0..3, |u| {
            p[[y + v - 1, x + u - 1]] * WEIGHTS[v] * WEIGHTS[u]
        })))
    }

    #[cnf(loops = 1)]
    fn dilated(xs: &[i32], outside: i32) -> Vec<i32> {
        let p = pad(outside, xs);
        generate(|i| fold(i32::MIN, i32::max, 0..=4, |k| p[i + k - 2]))
    }

    fn weighted(xs: &[i64], weights: &[i64]) -> Vec<i64> {
        let p = pad(wrap, xs);
        generate(|i| sum(1..4, |k| p[i + k - 1] * weights[k] - k as i64))
    }

    /// The closure is left, and not the worker.
    fn positive(xs: &[i64]) -> Vec<i64> {
        generate(|i| 100 + sum(0..3, |k| {
            if xs[i + k] < 0 {
                return 0;
            }
            xs[i + k]
        }))
    }

    fn picked(h: usize, w: usize, xs: &[i64], rows: &[usize]) -> Vec<i64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| a[[rows[i], j + 1]] - a[[rows[i] / 2, j]])
    }

    /// A loop of Rust, whose reads are checked.
    fn totals(h: usize, w: usize, xs: &[i64]) -> Vec<i64> {
        let a = reshape(xs, [h, w]);
        generate(|i| {
            let mut total = a[[i, 0]];
            for k in 1..w {
                total += a[[i, k]] * k as i64;
            }
            total
        })
    }

    fn halves(xs: &[i64]) -> Vec<i64> {
        let ys = scan(0, |a, b| a + b, xs);
        generate(|i| ys[i] - ys[i / 2])
    }
}

/// Numbers that are exact in sums and products.
fn numbers(len: usize) -> Vec<i64> {
    (0..len as i64).map(|i| i * i % 23 - 11).collect()
}

#[test]
fn windows_of_padded_arrays() {
    for (h, w) in [(0, 0), (0, 3), (1, 1), (1, 5), (2, 2), (3, 70), (40, 33)] {
        let xs: Vec<f64> = numbers(h * w).iter().map(|x| *x as f64).collect();
        let at = |y: usize, x: usize, v: usize, u: usize| {
            let near = |at: usize, by: usize, len: usize| (at + by).saturating_sub(1).min(len - 1);
            xs[near(y, v, h) * w + near(x, u, w)]
        };
        let expected: Vec<f64> = (0..h * w)
            .map(|i| {
                let mut sum = 0.0;
                for (v, one) in WEIGHTS.iter().enumerate() {
                    for (u, other) in WEIGHTS.iter().enumerate() {
                        sum += at(i / w, i % w, v, u) * one * other;
                    }
                }
                sum
            })
            .collect();
        assert_eq!(blurred(h, w, &xs), expected, "{h} x {w}");
    }
}

#[test]
fn windows_of_sequences() {
    for len in [0, 1, 2, 3, 4, 5, 1000] {
        let xs: Vec<i32> = numbers(len).iter().map(|x| *x as i32).collect();
        let largest = |i: usize| {
            let near = (0..5).map(|k| (i + k).checked_sub(2).and_then(|at| xs.get(at)));
            near.map(|x| *x.unwrap_or(&4)).max().expect("it has five")
        };
        let expected: Vec<i32> = (0..len).map(largest).collect();
        assert_eq!(dilated(&xs, 4), expected, "{len}");
    }
}

#[test]
fn a_closure_may_be_left_early() {
    assert_eq!(positive(&[3, -4, 5, 6]), [108, 111]);
    assert!(positive(&[3, -4]).is_empty());
}

#[test]
fn weights_are_read_at_the_index() {
    for len in [0, 1, 2, 3, 4, 1000] {
        let (xs, weights) = (numbers(len), [7, -3, 2, 5]);
        let at = |i: usize, k: usize| xs[(i + k + len - 1) % len] * weights[k] - k as i64;
        let expected: Vec<i64> = (0..len).map(|i| (1..4).map(|k| at(i, k)).sum()).collect();
        assert_eq!(weighted(&xs, &weights), expected, "{len}");
    }
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn weights_that_are_missing_panic() {
    weighted(&[1, 2, 3], &[1, 2, 3]);
}

#[test]
fn rows_are_picked() {
    for (h, w) in [(1, 1), (1, 7), (5, 2), (9, 40)] {
        let xs = numbers(h * w);
        let rows: Vec<usize> = (0..3 * h).map(|i| i * 7 % h).collect();
        let expected: Vec<i64> = rows
            .iter()
            .flat_map(|row| {
                let xs = &xs;
                (0..w - 1).map(move |j| xs[row * w + j + 1] - xs[row / 2 * w + j])
            })
            .collect();
        assert_eq!(picked(h, w, &xs, &rows), expected, "{h} x {w}");
    }
    assert!(picked(0, 0, &[], &[]).is_empty());
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn rows_outside_panic() {
    picked(2, 3, &numbers(6), &[0, 2]);
}

#[test]
fn loops_of_rust_read_arrays() {
    for (h, w) in [(0, 1), (1, 1), (3, 5)] {
        let xs = numbers(h * w);
        let total = |row: &[i64]| -> i64 {
            let others = row.iter().enumerate().skip(1);
            row[0] + others.map(|(k, x)| k as i64 * x).sum::<i64>()
        };
        let expected: Vec<i64> = xs.chunks(w).map(total).collect();
        assert_eq!(totals(h, w, &xs), expected, "{h} x {w}");
    }
}

#[test]
fn positions_of_bound_arrays() {
    for len in [0, 1, 2, 1000] {
        let xs = numbers(len);
        let sums: Vec<i64> = xs
            .iter()
            .scan(0, |sum, x| {
                *sum += x;
                Some(*sum)
            })
            .collect();
        let expected: Vec<i64> = (0..len).map(|i| sums[i] - sums[i / 2]).collect();
        assert_eq!(halves(&xs), expected, "{len}");
    }
}
