//! Folds over neighbours whose number is known, and reads at any positions, held against loops by
//! hand.

use fusus::cnf;

/// Sums by each kind of padding.
type Sums = (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>);

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

    /// An element for each window beside it.
    #[cnf(loops = 1)]
    fn beside(xs: &[i64]) -> Vec<i64> {
        let steps = generate(|i| xs[i + 2] - xs[i]);
        map(|w, s| fold(s, |a, b| a + b, w), rows(windows(3, xs)), steps)
    }

    fn as_many(xs: &[i64], ys: &[i64]) -> Result<Vec<i64>, fusus::Error> {
        map(|w, y| fold(y, i64::max, w), rows(windows(3, xs)), ys)
    }

    fn as_many_of_any(k: usize, xs: &[i64], ys: &[i64]) -> Result<Vec<i64>, fusus::Error> {
        map(|w, y| fold(y, i64::max, w), rows(windows(k, xs)), ys)
    }

    fn near(r: usize, xs: &[i64]) -> Sums {
        let (e, w, t, s) = (pad(edge, xs), pad(wrap, xs), pad(reflect, xs), pad(symmetric, xs));
        let v = pad(-3, xs);
        let e = generate(|i| sum(0..2 * r + 1, |j| e[i + j - r] * (j as i64 + 1)));
        let w = generate(|i| sum(0..2 * r + 1, |j| w[i + j - r] * (j as i64 + 1)));
        let t = generate(|i| sum(0..2 * r + 1, |j| t[i + j - r] * (j as i64 + 1)));
        let s = generate(|i| sum(0..2 * r + 1, |j| s[i + j - r] * (j as i64 + 1)));
        (e, w, t, s, generate(|i| sum(0..2 * r + 1, |j| v[i + j - r] * (j as i64 + 1))))
    }

    /// Windows that reach behind the end, and parts of windows.
    fn of_each(k: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let w = windows(4, xs);
        let sums = map(|w| fold(0, |a, b| a + b, w), rows(windows(k, pad(edge, xs))));
        (sums, generate(|i| sum(0..2, |j| w[[i, j]])))
    }

    fn box_sums(h: usize, w: usize, r: usize, xs: &[i64]) -> Vec<i64> {
        let p = pad(0, reshape(xs, [h, w]));
        generate(|y, x| sum(0..=2 * r, |v| sum(0..=2 * r, |u| p[[y + v - r, x + u - r]])))
    }

    fn stretched(n: usize, xs: &[i64]) -> Result<Vec<i64>, fusus::Error> {
        let sums = scan(0, |a, b| a + b, xs);
        generate(n, |i| sums[i] - sums[i / 2])
    }

    fn spread(n: usize, xs: &[i64]) -> Result<Vec<i64>, fusus::Error> {
        let sums = scan(0, |a, b| a + b, xs);
        generate(n, |i| sums[i / 2])
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
#[should_panic(expected = "`picked`: `a` has 2 positions along axis 0, and none at 2")]
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

#[test]
fn windows_have_elements_beside_them() {
    for len in [0, 1, 2, 3, 4, 1000] {
        let xs = numbers(len);
        let expected = xs.windows(3).map(|w| w.iter().sum::<i64>() + w[2] - w[0]);
        assert_eq!(beside(&xs), expected.collect::<Vec<_>>(), "{len}");
    }
    assert_eq!(as_many(&[1, 5, 2, 3], &[0, 9]), Ok(vec![5, 9]));
    for others in [&[0; 4][..], &[0; 1], &[0; 3]] {
        let error = as_many(&[1, 5, 2, 3], others).expect_err("it has two windows");
        assert!(error.to_string().contains("xs"), "{error}");
        let error = as_many_of_any(3, &[1, 5, 2, 3], others).expect_err("it has two windows");
        assert!(error.to_string().contains("ys"), "{error}");
    }
    for (k, expected) in [(1, &[1, 9, 2, 3][..]), (3, &[5, 9]), (4, &[5]), (5, &[])] {
        let others = &[0, 9, 0, 0][..expected.len()];
        let found = as_many_of_any(k, &[1, 5, 2, 3], others);
        assert_eq!(found.as_deref(), Ok(expected), "{k}");
    }
}

#[test]
fn padding_is_seen_in_windows_of_any_size() {
    for (len, r) in [(0, 2), (1, 0), (1, 3), (2, 5), (5, 2), (100, 7)] {
        let xs = numbers(len);
        let sums = |seen: &dyn Fn(i64, i64) -> Option<i64>| -> Vec<i64> {
            let of = |i: usize| {
                let near = (0..=2 * r).map(|j| {
                    let at = seen(i as i64 + j - r, len as i64);
                    at.map_or(-3, |at| xs[at as usize]) * (j + 1)
                });
                near.sum()
            };
            (0..len).map(of).collect()
        };
        // A mirror that does not repeat the last element goes back and forth one step at a time.
        let reflected = |mut at: i64, len: i64| {
            while len > 1 && !(0..len).contains(&at) {
                at = if at < 0 { -at } else { 2 * (len - 1) - at };
            }
            Some(at.clamp(0, len - 1))
        };
        let mirrored = |mut at: i64, len: i64| {
            while !(0..len).contains(&at) {
                at = if at < 0 { -1 - at } else { 2 * len - 1 - at };
            }
            Some(at)
        };
        let (e, w, t, s, v) = near(r as usize, &xs);
        assert_eq!(e, sums(&|at, len| Some(at.clamp(0, len - 1))), "{len} {r}");
        assert_eq!(w, sums(&|at, len| Some(at.rem_euclid(len))), "{len} {r}");
        assert_eq!(t, sums(&reflected), "{len} {r}");
        assert_eq!(s, sums(&mirrored), "{len} {r}");
        assert_eq!(
            v,
            sums(&|at, len| (0..len).contains(&at).then_some(at)),
            "{len} {r}"
        );
    }
}

#[test]
fn each_element_has_a_window_of_a_padded_array() {
    for (len, k) in [(0, 1), (1, 0), (1, 3), (3, 3), (100, 7)] {
        let xs = numbers(len);
        let at = |at: usize| xs[at.min(len - 1)];
        let expected: Vec<i64> = (0..len).map(|i| (i..i + k).map(at).sum()).collect();
        let parts: Vec<i64> = xs.windows(4).map(|w| w[0] + w[1]).collect();
        assert_eq!(of_each(k, &xs), (expected, parts), "{len} {k}");
    }
}

#[test]
fn boxes_of_any_size() {
    for (h, w, r) in [(0, 3, 1), (1, 1, 2), (4, 7, 0), (9, 8, 2)] {
        let xs = numbers(h * w);
        let of = |y: usize, x: usize| -> i64 {
            let rows = y.saturating_sub(r)..(y + r + 1).min(h);
            let columns = x.saturating_sub(r)..(x + r + 1).min(w);
            rows.map(|y| columns.clone().map(|x| xs[y * w + x]).sum::<i64>())
                .sum()
        };
        let expected: Vec<i64> = (0..h * w).map(|i| of(i / w, i % w)).collect();
        assert_eq!(box_sums(h, w, r, &xs), expected, "{h} x {w}, {r}");
    }
}

#[test]
fn what_a_program_makes_is_read_at_counted_positions() {
    assert_eq!(stretched(4, &[1, 2, 3, 4]), Ok(vec![0, 2, 3, 7]));
    assert_eq!(stretched(0, &[]), Ok(vec![]));
    assert_eq!(spread(5, &[1, 2, 3]), Ok(vec![1, 1, 3, 3, 6]));
    // `i` goes along all of `sums`, and `i / 2` may be anywhere.
    assert!(stretched(2, &[1, 2, 3, 4]).is_err());
    assert!(stretched(5, &[1, 2, 3, 4]).is_err());
}
