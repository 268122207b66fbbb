//! Operators that the compiler cannot try are tried on real elements, where debug
//! assertions are on.

#![forbid(unsafe_code)]
#![deny(warnings)]

use fusus::cnf;
use std::ops::Sub;
use std::panic;

/// A number of a type of its own, which can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps(i64);

impl Sub for Steps {
    type Output = Steps;
    fn sub(self, other: Steps) -> Steps {
        Steps(self.0 - other.0)
    }
}

impl Steps {
    fn plus(self, other: Steps) -> Steps {
        Steps(self.0 + other.0)
    }
}

/// A float in a type of its own, which cannot be compared: it rounds and is not `Eq`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Length(f64);

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

fn blend(y: f64, x: f64) -> f64 {
    0.9 * y + 0.1 * x
}

fn sum(a: f64, b: f64) -> f64 {
    a + b
}

fn nearer(a: (f64, usize), b: (f64, usize)) -> (f64, usize) {
    if b.0 < a.0 { b } else { a }
}

fn later(a: (f64, usize), b: (f64, usize)) -> (f64, usize) {
    (a.0, b.1 + 1)
}

cnf! {
    fn smooth(xs: &[f64]) -> Vec<f64> {
        scan(0.0, blend, xs)
    }

    fn before(xs: &[f64]) -> Vec<f64> {
        scan_exclusive(0.0, blend, map(|x| x * 2.0, xs))
    }

    fn blended(xs: &[f64]) -> f64 {
        fold(0.0, blend, xs)
    }

    fn blended_kept(xs: &[f64]) -> (f64, usize) {
        let kept = filter(|x| x > 0.5, xs);
        (fold(0.0, blend, kept), len(kept))
    }

    fn blended_pairs(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.0, blend, map(|(x, y)| x + y, cross(xs, ys)))
    }

    #[backend(sequential)]
    fn alone(xs: &[f64]) -> f64 {
        fold(0.0, blend, xs)
    }

    #[cnf(grain = 1)]
    fn in_short_blocks(xs: &[f64]) -> f64 {
        fold(0.0, blend, xs)
    }

    #[cnf(grain = 1)]
    fn scanned_in_short_blocks(xs: &[f64]) -> Vec<f64> {
        scan(0.0, blend, xs)
    }

    #[cnf(grain = 1)]
    fn kept_in_short_blocks(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let kept = filter(|x| x > 0.5, xs);
        (kept, scan(0.0, blend, kept))
    }

    #[cnf(grain = 1)]
    fn right_in_short_blocks(xs: &[f64]) -> (f64, Vec<f64>) {
        (fold(0.0, sum, xs), scan(0.0, sum, xs))
    }

    fn few_kept(xs: &[f64], from: f64) -> (f64, usize) {
        let kept = filter(|x| x >= from, xs);
        (fold(0.0, blend, kept), len(kept))
    }

    fn numbered(xs: &[f64]) -> (f64, usize) {
        fold((0.0, 0), later, map(|i, x| (x, i), 0..len(xs), xs))
    }

    fn steps(xs: &[Steps]) -> Steps {
        fold(Steps(0), |a, b| a - b, xs)
    }

    fn generic<T: Copy + Send + Sync + Sub<Output = T>>(start: T, xs: &[T]) -> T {
        fold(start, |a, b| a - b, xs)
    }

    fn lengths(xs: &[Length]) -> Length {
        fold(Length(0.0), |a, b| a - b, xs)
    }

    fn right(xs: &[f64], steps: &[Steps]) -> (f64, Vec<f64>, (f64, usize), Steps, f64) {
        let numbered = map(|i, x| (x, i), 0..len(xs), xs);
        let kept = filter(|x| x > 0.5, xs);
        (
            fold(0.0, sum, xs),
            scan(0.0, sum, xs),
            fold((f64::INFINITY, 0), nearer, numbered),
            fold(Steps(0), |a, b| a.plus(b), steps),
            fold(0.0, sum, kept),
        )
    }

    #[cnf(strict)]
    fn strict(xs: &[f64]) -> Vec<f64> {
        scan(0.0, blend, xs)
    }

    #[cnf(associative)]
    fn promised(xs: &[f64]) -> Vec<f64> {
        scan(0.0, blend, xs)
    }
}

fn numbers(len: usize) -> Vec<f64> {
    (0..len)
        .map(|i| ((i * 7919) % 1013) as f64 / 1013.0)
        .collect()
}

/// The message of a program's panic; nothing if it does not panic.
fn message<R>(program: impl FnOnce() -> R) -> Option<String> {
    let caught = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        let _ = program();
    }));
    let panic = caught.err()?;
    Some(panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn operators_are_checked_where_debug_assertions_are_on() {
    let checked = cfg!(debug_assertions);
    for len in [3, 10, 100, 5_000, 100_000] {
        let xs = numbers(len);
        let few = &xs[..len.min(50)];
        let steps_of: Vec<Steps> = (1..=len as i64).map(Steps).collect();
        let wrong = [
            ("smooth", message(|| smooth(&xs))),
            ("before", message(|| before(&xs))),
            ("blended", message(|| blended(&xs))),
            ("blended_pairs", message(|| blended_pairs(few, few))),
            ("alone", message(|| alone(&xs))),
            ("numbered", message(|| numbered(&xs))),
            ("steps", message(|| steps(&steps_of))),
            ("generic", message(|| generic(0.0, &xs))),
        ];
        for (name, message) in wrong {
            let names = message.as_ref().is_some_and(|text| {
                text.starts_with(&format!("`{name}`, binding `"))
                    && text.contains("is not associative")
                    && text.contains("#[cnf(strict)]")
            });
            assert_eq!(names, checked, "{name} of {len}: {message:?}");
        }
    }
    let kept = message(|| blended_kept(&numbers(1_000)));
    assert_eq!(kept.is_some(), checked, "{kept:?}");
}

/// Returns true if the message of a panic says that an operator is not associative.
fn is_told(message: &Option<String>) -> bool {
    let text = message.as_deref();
    text.is_some_and(|text| text.contains("is not associative"))
}

/// No block has three elements: those of neighbouring blocks are tried.
#[test]
fn elements_of_short_blocks_are_checked() {
    let checked = cfg!(debug_assertions);
    for len in [3, 4, 5, 10, 40] {
        let xs = numbers(len);
        let folded = message(|| in_short_blocks(&xs));
        assert_eq!(is_told(&folded), checked, "{len}: {folded:?}");
        let scanned = message(|| scanned_in_short_blocks(&xs));
        assert_eq!(is_told(&scanned), checked, "{len}: {scanned:?}");
        let kept = xs.iter().filter(|x| **x > 0.5).count();
        let scanned = message(|| kept_in_short_blocks(&xs));
        assert_eq!(is_told(&scanned), checked && kept > 2, "{len}: {scanned:?}");
        let (total, running) = right_in_short_blocks(&xs);
        assert!((total - xs.iter().sum::<f64>()).abs() < 1e-9);
        assert_eq!(running.len(), len);
    }
}

/// Three elements are enough, in whatever lanes of a block they are.
#[test]
fn few_elements_of_a_long_block_are_checked() {
    for len in [3, 20, 64, 100, 1_000] {
        let mut xs: Vec<f64> = (0..len).map(|i| i as f64 / len as f64).collect();
        let last = xs[len - 1];
        xs.rotate_left(len / 2);
        let third = last - 2.5 / len as f64;
        let kept = message(|| few_kept(&xs, third));
        assert_eq!(is_told(&kept), cfg!(debug_assertions), "{len}: {kept:?}");
        let second = last - 1.5 / len as f64;
        assert!(message(|| few_kept(&xs, second)).is_none(), "{len}");
    }
}

/// Operators that are not associative are seen at every length from three elements on.
#[test]
fn all_lengths_are_checked() {
    for len in 3..300 {
        let xs = numbers(len);
        for program in [blended, alone, in_short_blocks] {
            let message = message(|| program(&xs));
            assert_eq!(is_told(&message), cfg!(debug_assertions), "{len}");
        }
        for program in [smooth, before, scanned_in_short_blocks] {
            let message = message(|| program(&xs));
            assert_eq!(is_told(&message), cfg!(debug_assertions), "{len}");
        }
    }
}

#[test]
fn what_is_right_or_cannot_be_compared_is_left_alone() {
    for len in [0, 1, 2, 3, 100, 50_000] {
        let xs = numbers(len);
        let steps: Vec<Steps> = (1..=len as i64).map(Steps).collect();
        let (total, running, ..) = right(&xs, &steps);
        assert_eq!(running.len(), len);
        assert!((total - xs.iter().sum::<f64>()).abs() < 1e-6);
        let lengths_of: Vec<Length> = xs.iter().map(|x| Length(*x)).collect();
        let _ = lengths(&lengths_of);
        assert_eq!(promised(&xs).len(), len);
        let mut y = 0.0;
        let expected: Vec<f64> = xs
            .iter()
            .map(|x| {
                y = blend(y, *x);
                y
            })
            .collect();
        assert_eq!(strict(&xs), expected);
    }
}
