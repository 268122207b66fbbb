//! Programs with `reduce_by_index`.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod common;

use common::{on_any_pool, panic_of};
use fusus::{ErrorKind, cnf};
use fusus_rng::Rng;

/// A mean in the making.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    count: u32,
    sum: f64,
}

impl Mean {
    fn and(self, other: Mean) -> Mean {
        Mean {
            count: self.count + other.count,
            sum: self.sum + other.sum,
        }
    }
}

cnf! {
    fn counts(bins: usize, at: &[u32]) -> Vec<u32> {
        reduce_by_index(generate(bins, |_| 0u32), |a, b| a + b, at, map(|_| 1u32, at))
    }

    fn sums(dest: &[f64], at: &[usize], values: &[f64]) -> Vec<f64> {
        reduce_by_index(dest, |a, b| a + b, at, values)
    }

    #[cnf(strict)]
    fn strict_sums(dest: &[f64], at: &[usize], values: &[f64]) -> Vec<f64> {
        reduce_by_index(dest, |a, b| a + b, at, values)
    }

    fn sums_in_place(dest: &mut [f64], at: &[u64], values: &[f64]) {
        *dest = dest.reduce_by_index(|a, b| a + b, at, values);
    }

    fn least(dest: &[f32], at: &[u16], values: &[f32]) -> Vec<f32> {
        reduce_by_index(dest, f32::min, at, values)
    }

    /// An operator of which nothing is known, on a type of the user's.
    fn means(dest: &[Mean], at: &[usize], values: &[f64]) -> Vec<Mean> {
        let ones = map(|sum| Mean { count: 1, sum }, values);
        let means = reduce_by_index(dest, |a: Mean, b: Mean| a.and(b), at, ones);
        means
    }

    /// One that does not commute: the last value, and the number of values.
    fn last(dest: &[(u32, u32)], at: &[usize], values: &[u32]) -> Vec<(u32, u32)> {
        let one = map(|v| (v, 1), values);
        reduce_by_index(dest, |(_, n), (v, m)| (v, n + m), at, one)
    }

    /// Two in one loop, beside a fold.
    fn both(at: &[u8], values: &[f32]) -> (Vec<u32>, Vec<f32>, f32) {
        let kept = filter(|(i, v)| i < 200 && v > 0.0, map(|i, v| (i, v), at, values));
        let (i, v) = map(|pair| pair, kept);
        let count = reduce_by_index(generate(200, |_| 0u32), |a, b| a + b, i, map(|_| 1u32, i));
        let sum = reduce_by_index(generate(200, |_| 0.0f32), |a, b| a + b, i, v);
        (count, sum, fold(0.0, f32::max, v))
    }

    /// Many bins beside few: of the loop nothing is cut into ranges.
    fn few_and_many(many: &[f64], at: &[usize], values: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let parity = map(|i| i % 2, at);
        let few = reduce_by_index(generate(2, |_| 0.0), |a, b| a + b, parity, values);
        let all = reduce_by_index(many, |a, b| a + b, at, values);
        (few, all)
    }

    fn with_a_scan(at: &[usize], values: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let sums = scan(0.0, |a, b| a + b, values);
        let bins = reduce_by_index(generate(10, |_| 0.0), |a, b| a + b, at, sums);
        (sums, bins)
    }

    fn checked(dest: &[i32], at: &[i64], values: &[i32]) -> Result<Vec<i32>, fusus::Error> {
        let totals = reduce_by_index(dest, |a, b| a + b, at, values);
        totals
    }

    fn checked_in_place(dest: &mut [i32], at: &[i16], values: &[i32]) -> Result<(), fusus::Error> {
        *dest = reduce_by_index(dest, |a, b| a + b, at, values);
    }

    fn panics(dest: &[u32], at: &[usize], values: &[u32]) -> Vec<u32> {
        let bad = map(|v| if v == 77_777 { panic!("seventy-seven") } else { v }, values);
        reduce_by_index(dest, |a, b| a + b, at, bad)
    }

    fn of_products(rows: &[usize], columns: &[usize]) -> Vec<u64> {
        let (row, column) = cross(rows, columns);
        let at = map(|r, c| (r * c) % 37, row, column);
        reduce_by_index(generate(37, |_| 0u64), |a, b| a + b, at, map(|r, c| (r + c) as u64, row, column))
    }
}

const LENGTHS: [usize; 7] = [0, 1, 17, 1_025, 50_000, 140_003, 300_001];

fn by_hand<T: Copy>(dest: &[T], at: &[usize], values: &[T], op: impl Fn(T, T) -> T) -> Vec<T> {
    let mut out = dest.to_vec();
    for (&at, &value) in at.iter().zip(values) {
        out[at] = op(out[at], value);
    }
    out
}

fn indices(rng: &mut Rng, len: usize, bins: usize) -> Vec<usize> {
    (0..len).map(|_| rng.below(bins)).collect()
}

#[test]
fn counts_are_those_of_a_loop() {
    let mut rng = Rng::new(1);
    for len in LENGTHS {
        for bins in [1, 2, 64, 4_096, 100_000] {
            let at = indices(&mut rng, len, bins);
            let expected = by_hand(&vec![0; bins], &at, &vec![1; len], |a, b| a + b);
            let at: Vec<u32> = at.iter().map(|&i| i as u32).collect();
            assert!(
                on_any_pool(|| counts(bins, &at)) == expected,
                "{len} in {bins}"
            );
        }
    }
    assert_eq!(counts(0, &[]), []);
}

#[test]
fn sums_of_floats_have_the_same_bits_for_any_number_of_threads() {
    let mut rng = Rng::new(2);
    for len in LENGTHS {
        for bins in [1, 3, 64, 1_000, 40_000, 200_000] {
            let at = indices(&mut rng, len, bins);
            let values: Vec<f64> = (0..len).map(|_| rng.float()).collect();
            let dest: Vec<f64> = (0..bins).map(|_| rng.float()).collect();
            let bits = |sums: Vec<f64>| sums.into_iter().map(f64::to_bits).collect::<Vec<_>>();
            let found = on_any_pool(|| bits(sums(&dest, &at, &values)));
            let expected = by_hand(&dest, &at, &values, |a, b| a + b);
            for (found, expected) in found.iter().zip(&expected) {
                let found = f64::from_bits(*found);
                assert!(
                    (found - expected).abs() <= 1e-9 * len as f64,
                    "{found} {expected}"
                );
            }
            let wide: Vec<u64> = at.iter().map(|&i| i as u64).collect();
            let in_place = on_any_pool(|| {
                let mut dest = dest.clone();
                sums_in_place(&mut dest, &wide, &values);
                bits(dest)
            });
            assert!(in_place == found, "{len} in {bins}");
            assert!(strict_sums(&dest, &at, &values) == expected);
            // As many bins as this are not cut into ranges.
            if 4 * bins > len {
                assert!(found == bits(expected), "{len} in {bins}");
            }
        }
    }
}

#[test]
fn least_ones_ignore_what_is_no_number() {
    let mut rng = Rng::new(3);
    let len = 200_000;
    let at: Vec<u16> = (0..len).map(|_| rng.below(7) as u16).collect();
    let value = |rng: &mut Rng| match rng.below(3) {
        0 => f32::NAN,
        _ => rng.float() as f32,
    };
    let values: Vec<f32> = (0..len).map(|_| value(&mut rng)).collect();
    let dest = [
        1.0,
        f32::NAN,
        -5.0,
        f32::INFINITY,
        0.0,
        f32::NAN,
        1.0,
        f32::NAN,
    ];
    let wide: Vec<usize> = at.iter().map(|&i| usize::from(i)).collect();
    let expected = by_hand(&dest, &wide, &values, f32::min);
    let bits = |found: &[f32]| found.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let found = on_any_pool(|| bits(&least(&dest, &at, &values)));
    assert_eq!(found[..7], bits(&expected)[..7]);
    assert!(f32::from_bits(found[7]).is_nan());
}

#[test]
fn operators_of_which_nothing_is_known() {
    let mut rng = Rng::new(4);
    for (len, bins) in [(3, 2), (60_000, 5), (300_000, 3_000), (300_000, 200_000)] {
        let at = indices(&mut rng, len, bins);
        let values: Vec<f64> = (0..len).map(|_| rng.below(100) as f64).collect();
        let dest = vec![Mean { count: 1, sum: 0.5 }; bins];
        let ones: Vec<Mean> = values.iter().map(|&sum| Mean { count: 1, sum }).collect();
        let expected = by_hand(&dest, &at, &ones, Mean::and);
        assert!(on_any_pool(|| means(&dest, &at, &values)) == expected);

        let numbers: Vec<u32> = (0..len as u32).collect();
        let dest = vec![(u32::MAX, 0); bins];
        let pairs: Vec<(u32, u32)> = numbers.iter().map(|&v| (v, 1)).collect();
        let expected = by_hand(&dest, &at, &pairs, |(_, n), (v, m)| (v, n + m));
        assert!(on_any_pool(|| last(&dest, &at, &numbers)) == expected);
    }
}

#[test]
fn several_in_one_loop() {
    let mut rng = Rng::new(5);
    for len in LENGTHS {
        let at: Vec<u8> = (0..len).map(|_| rng.below(256) as u8).collect();
        let values: Vec<f32> = (0..len).map(|_| rng.below(9) as f32 - 2.0).collect();
        let (mut count, mut sum, mut greatest) = (vec![0; 200], vec![0.0; 200], 0.0f32);
        for (&i, &v) in at
            .iter()
            .zip(&values)
            .filter(|(i, v)| **i < 200 && **v > 0.0)
        {
            count[usize::from(i)] += 1;
            sum[usize::from(i)] += v;
            greatest = greatest.max(v);
        }
        assert_eq!(on_any_pool(|| both(&at, &values)), (count, sum, greatest));

        let bins = 100_000;
        let at = indices(&mut rng, len, bins);
        let values: Vec<f64> = (0..len).map(|_| rng.float()).collect();
        let many = vec![0.25; bins];
        let parity: Vec<usize> = at.iter().map(|i| i % 2).collect();
        let expected = (
            by_hand(&[0.0; 2], &parity, &values, |a, b| a + b),
            by_hand(&many, &at, &values, |a, b| a + b),
        );
        let found = on_any_pool(|| few_and_many(&many, &at, &values));
        assert!(found.1 == expected.1, "{len}");
        for (found, expected) in found.0.iter().zip(&expected.0) {
            assert!((found - expected).abs() <= 1e-6 * len as f64);
        }
        let at: Vec<usize> = at.iter().map(|i| i % 10).collect();
        let (scanned, bins) = on_any_pool(|| with_a_scan(&at, &values));
        // Blocks that wait for each other combine from left to right.
        assert_eq!(bins, by_hand(&[0.0; 10], &at, &scanned, |a, b| a + b));
    }
}

#[test]
fn pairs_of_a_product() {
    let rows: Vec<usize> = (0..700).map(|i| i * 7 % 101).collect();
    let columns: Vec<usize> = (0..333).map(|i| i * 5 % 89).collect();
    let mut expected = vec![0u64; 37];
    for r in &rows {
        for c in &columns {
            expected[r * c % 37] += (r + c) as u64;
        }
    }
    assert_eq!(on_any_pool(|| of_products(&rows, &columns)), expected);
}

#[test]
fn an_index_out_of_bounds_is_an_error() {
    let error = checked(&[1, 2, 3], &[0, 3], &[7, 8]).expect_err("out of bounds");
    assert_eq!((error.program(), error.binding()), ("checked", "totals"));
    let of = |error: &fusus::Error| match error.kind() {
        ErrorKind::IndexOutOfBounds { index, len, .. } => (*index, *len),
        _ => panic!("{error}"),
    };
    assert_eq!(of(&error), (3, 3));
    assert_eq!(
        of(&checked(&[], &[-5], &[7]).expect_err("no bins")),
        (-5, 0)
    );
    assert_eq!(
        checked(&[1, 2, 3], &[2, 0, 2], &[7, 8, 9]),
        Ok(vec![9, 2, 19])
    );
    assert_eq!(checked(&[], &[], &[]), Ok(vec![]));
    let mut dest = [1, 2, 3];
    let error = checked_in_place(&mut dest, &[1, -1], &[7, 8]).expect_err("out of bounds");
    assert_eq!((error.binding(), of(&error)), ("dest", (-1, 3)));
    let mut dest = [1, 2, 3];
    checked_in_place(&mut dest, &[1, 2, 1], &[7, 8, 9]).expect("in bounds");
    assert_eq!(dest, [1, 18, 11]);
}

/// In ranges, collected and alone, the leftmost failure is the one that the caller sees.
#[test]
fn the_leftmost_failure_counts() {
    for bins in [10, 100_000] {
        let dest = vec![0; bins];
        let mut at: Vec<i64> = (0..250_000).map(|i| i % 10).collect();
        for (place, bad) in [
            (240_000, 1_000_000),
            (130_001, -7),
            (130_000, 500_000),
            (249_999, -1),
        ] {
            at[place] = bad;
        }
        let values = vec![1; at.len()];
        let index = on_any_pool(|| {
            let error = checked(&dest, &at, &values).expect_err("out of bounds");
            match error.kind() {
                ErrorKind::IndexOutOfBounds { index, .. } => *index,
                _ => panic!("{error}"),
            }
        });
        assert_eq!(index, 500_000);
    }
}

#[test]
fn a_panic_of_a_worker_is_the_callers() {
    let at: Vec<usize> = (0..200_000).map(|i| i % 8).collect();
    let values: Vec<u32> = (0..200_000).collect();
    for bins in [8, 200_000] {
        let message = panic_of(|| drop(panics(&vec![0; bins], &at, &values)));
        assert_eq!(message, "seventy-seven");
    }
}

#[test]
fn expressions() {
    let at = [0usize, 2, 2, 0];
    let grid = &mut [1i64, 2, 3][..];
    cnf! { *grid = reduce_by_index(grid, |a, b| a * b, at, map(|i| i as i64 + 2, at)); };
    assert_eq!(grid, [4, 2, 48]);
    let most = 10;
    let capped = cnf! { reduce_by_index(grid, |a, b| (a + b).min(most), at, map(|_| 3i64, at)) };
    assert_eq!(capped, [10, 2, 10]);
}
