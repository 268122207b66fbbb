//! Programs that overwrite arrays that they read, and ranges.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod common;

use common::{on_any_pool, panic_of};
use fusus::cnf;

cnf! {
    fn prefixes(ys: &mut [f64]) {
        *ys = scan(0.0, |a, b| a + b, ys);
    }

    fn exclusive(ys: &mut [i64]) -> i64 {
        let total = fold(0, |a, b| a + b, ys);
        *ys = scan_exclusive(100, |a, b| a + b, ys);
        total
    }

    /// Overwrites each element by the prefix before it.
    fn before(ys: &mut [f64]) {
        *ys = map(|y, s| y - s, ys, scan(0.0, |a, b| a + b, ys));
    }

    fn scan_of_scan(ys: &mut [u64]) {
        let once = scan(0, |a: u64, b| a.wrapping_add(b), ys);
        *ys = scan(0, |a: u64, b| a.wrapping_add(b), map(|y, s| y ^ s, ys, once));
    }

    /// Not a known operator, and two arrays, of which one is overwritten.
    fn affine(ys: &mut [(i32, i32)], shift: &[i32]) -> Vec<i32> {
        let moved = map(|(a, b), s| (a, i32::wrapping_add(b, s)), ys, shift);
        *ys = scan((1, 0), |(a, b): (i32, i32), (c, d): (i32, i32)| {
            (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
        }, moved);
        map(|(_, b)| b, ys)
    }

    /// Reads the old elements through a filter, and keeps some.
    fn kept(ys: &mut [i32]) -> (Vec<i32>, usize) {
        let odd = filter(|y| y % 2 != 0, ys);
        let sums = scan(0, |a: i32, b| a.wrapping_add(b), odd);
        *ys = map(|y| y / 2, ys);
        (sums, len(odd))
    }

    fn twice(ys: &mut [i32]) {
        *ys = map(|y| y + 1, ys);
        *ys = map(|y| y * 2, ys);
    }

    fn old_and_new(ys: &mut [i32], xs: &[i32]) -> (Vec<i32>, i32, i32) {
        let old = map(|y| y, ys);
        let before = fold(0, |a: i32, b| a.wrapping_add(b), ys);
        *ys = map(|x, y| x.wrapping_sub(y), xs, ys);
        let after = fold(0, |a: i32, b| a.wrapping_add(b), ys);
        (old, before, after)
    }

    fn two_arrays(xs: &mut [i32], ys: &mut [i32]) {
        let (a, b) = map(|x, y| (y, x), xs, ys);
        *xs = a;
        *ys = b;
    }

    fn reversed(ys: &mut [u32]) {
        let n = len(ys);
        *ys = gather(ys, generate(n, |i| n - 1 - i));
    }

    fn normalised(ys: &mut [f64]) {
        let sum = fold(0.0, |a, b| a + b, ys);
        *ys = map(|y| y / sum, ys);
    }

    fn numbered(ys: &mut [u64], from: u64) {
        let n = len(ys) as u64;
        *ys = map(|y, i| y * 1_000 + i, ys, conform(from..from + n, ys));
    }

    fn squares(n: u32) -> Vec<u32> {
        map(|i| i * i, 0..n)
    }

    fn inclusive(a: i8, b: i8) -> (Vec<i8>, i64) {
        let all = a..=b;
        let sum = fold(0, |x, y| x + y, map(i64::from, all));
        (all.map(|i| i), sum)
    }

    fn same_range(n: usize, xs: &[f64]) -> Result<Vec<f64>, fusus::Error> {
        let half = map(|i| i as f64 / 2.0, 0..n);
        map(|h, x| h + x, half, xs)
    }

    fn panics(ys: &mut [u32]) {
        let sums = scan(0, |a: u32, b| a.wrapping_add(b), ys);
        *ys = map(|y, s| if y == 150_000 { panic!("at {y}") } else { s }, ys, sums);
    }

    #[backend(sequential)]
    fn alone(ys: &mut [f64]) {
        *ys = map(|y, s| y - s, ys, scan(0.0, |a, b| a + b, ys));
    }
}

const LENGTHS: [usize; 7] = [0, 1, 17, 513, 1_025, 50_000, 300_001];

fn written<T: Clone + PartialEq + Send + Sync>(
    old: &[T],
    program: impl Fn(&mut [T]) + Sync,
) -> Vec<T> {
    on_any_pool(|| {
        let mut new = old.to_vec();
        program(&mut new);
        new
    })
}

#[test]
fn scans_of_what_they_overwrite() {
    for len in LENGTHS {
        // Halves of small integers: sums are exact.
        let old: Vec<f64> = (0..len).map(|i| (i % 17) as f64 / 2.0 - 3.0).collect();
        let mut sum = 0.0;
        let sums: Vec<f64> = old
            .iter()
            .map(|y| {
                sum += y;
                sum
            })
            .collect();
        assert_eq!(written(&old, prefixes), sums);
        let differences: Vec<f64> = old.iter().zip(&sums).map(|(y, s)| y - s).collect();
        assert_eq!(written(&old, before), differences);
        assert_eq!(written(&old, alone), differences);

        let old: Vec<i64> = (0..len as i64).collect();
        let mut sum = 100;
        let sums: Vec<i64> = old
            .iter()
            .map(|y| {
                sum += y;
                sum - y
            })
            .collect();
        let new = written(&old, |ys| {
            assert_eq!(exclusive(ys), sum - 100);
        });
        assert_eq!(new, sums);

        let old: Vec<u64> = (0..len as u64).map(|i| i * i).collect();
        let (mut once, mut twice) = (0u64, 0u64);
        let expected: Vec<u64> = old
            .iter()
            .map(|y| {
                once = once.wrapping_add(*y);
                twice = twice.wrapping_add(y ^ once);
                twice
            })
            .collect();
        assert_eq!(written(&old, scan_of_scan), expected);
    }
}

#[test]
fn operators_of_tuples() {
    for len in LENGTHS {
        let old: Vec<(i32, i32)> = (0..len as i32).map(|i| (i | 1, i ^ 5)).collect();
        let shift: Vec<i32> = (0..len as i32).map(|i| i % 9).collect();
        let mut state = (1i32, 0i32);
        let expected: Vec<(i32, i32)> = old
            .iter()
            .zip(&shift)
            .map(|((c, d), s)| {
                let d = d.wrapping_add(*s);
                state = (
                    state.0.wrapping_mul(*c),
                    state.1.wrapping_mul(*c).wrapping_add(d),
                );
                state
            })
            .collect();
        let seconds: Vec<i32> = expected.iter().map(|(_, b)| *b).collect();
        let new = written(&old, |ys| assert_eq!(affine(ys, &shift), seconds));
        assert_eq!(new, expected);
    }
}

#[test]
fn old_elements_through_a_filter() {
    for len in LENGTHS {
        let old: Vec<i32> = (0..len as i32).map(|i| i * 7 % 1_001).collect();
        let mut sum = 0i32;
        let sums: Vec<i32> = old
            .iter()
            .filter(|y| *y % 2 != 0)
            .map(|y| {
                sum = sum.wrapping_add(*y);
                sum
            })
            .collect();
        let new = written(&old, |ys| assert_eq!(kept(ys), (sums.clone(), sums.len())));
        assert_eq!(new, old.iter().map(|y| y / 2).collect::<Vec<_>>());
    }
}

#[test]
fn every_read_before_the_write() {
    for len in LENGTHS {
        let old: Vec<i32> = (0..len as i32).collect();
        let new: Vec<i32> = old.iter().map(|y| (y + 1) * 2).collect();
        assert_eq!(written(&old, twice), new);
        let mut ys = old.clone();
        let (kept, before, after) = old_and_new(&mut ys, &new);
        assert_eq!(kept, old);
        assert_eq!(ys, old.iter().map(|y| y + 2).collect::<Vec<_>>());
        let sum = |of: &[i32]| of.iter().fold(0i32, |a, b| a.wrapping_add(*b));
        assert_eq!((before, after), (sum(&old), sum(&ys)));
        let (mut a, mut b) = (old.clone(), new.clone());
        two_arrays(&mut a, &mut b);
        assert_eq!((a, b), (new, old.clone()));
        let old: Vec<u32> = (0..len as u32).collect();
        assert_eq!(
            written(&old, reversed),
            old.iter().rev().copied().collect::<Vec<_>>()
        );
        let old: Vec<f64> = (1..=len).map(|i| i as f64).collect();
        let total: f64 = old.iter().sum();
        assert_eq!(
            written(&old, normalised),
            old.iter().map(|y| y / total).collect::<Vec<_>>()
        );
    }
}

#[test]
fn ranges() {
    assert_eq!(squares(5), [0, 1, 4, 9, 16]);
    assert_eq!(squares(0), [0; 0]);
    assert_eq!(squares(60_000).len(), 60_000);
    assert_eq!(inclusive(-3, 3), (vec![-3, -2, -1, 0, 1, 2, 3], 0));
    assert_eq!(inclusive(-128, 127).0.len(), 256);
    assert_eq!(inclusive(3, -3), (vec![], 0));
    assert_eq!(same_range(3, &[1.0; 3]), Ok(vec![1.0, 1.5, 2.0]));
    assert!(same_range(3, &[1.0; 4]).is_err());
    let mut ys = [1, 2, 3];
    numbered(&mut ys, 7);
    assert_eq!(ys, [1_007, 2_008, 3_009]);
    let (start, end) = (3usize, 6usize);
    let halves = cnf! { (start..end).map(|i| i as f32 * 0.5) };
    assert_eq!(halves, [1.5, 2.0, 2.5]);
}

#[test]
fn a_panic_comes_through_and_the_pool_goes_on() {
    for _ in 0..5 {
        let mut ys: Vec<u32> = (0..200_000).collect();
        assert_eq!(panic_of(|| panics(&mut ys)), "at 150000");
        let mut ys: Vec<u32> = (0..150_000).collect();
        panics(&mut ys);
        assert_eq!(ys[149_999], (0..150_000u32).fold(0, u32::wrapping_add));
    }
}
