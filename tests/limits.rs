//! Programs at the limits of sizes and of memory.

use fusus::{Error, ErrorKind, cnf};
use std::panic::{AssertUnwindSafe, catch_unwind};

cnf! {
    /// Nothing is ever in memory.
    fn counted(n: u64) -> u64 {
        fold(0, |a, b| a + b, map(|i| i as u64 % 7, generate(n, |i| i)))
    }

    /// A pair for each pair, and how many there are.
    fn pairs(xs: &[()], ys: &[()]) -> Result<usize, Error> {
        len(cross(xs, ys))
    }

    /// Counts pairs without a way to return an error.
    fn pairs_or_panic(xs: &[()], ys: &[()]) -> usize {
        len(cross(xs, ys))
    }

    /// An array of so many.
    fn numbers(n: usize) -> Result<Vec<u64>, Error> {
        generate(n, |i| i as u64)
    }

    /// Makes numbers without a way to return an error.
    fn numbers_or_panic(n: usize) -> Vec<u64> {
        generate(n, |i| i as u64)
    }

    /// Keeps some of so many.
    fn kept(n: usize) -> Result<Vec<usize>, Error> {
        filter(|i| i % 3 == 0, generate(n, |i| i))
    }

    /// A copy with room for every index.
    fn units(xs: &[()]) -> (Vec<()>, usize) {
        let ys = map(|x| x, xs);
        (ys, len(filter(|_| true, xs)))
    }
}

#[test]
fn more_positions_than_there_is_memory() {
    // A slow build takes a minute for what a fast one does at once.
    let n = if cfg!(debug_assertions) {
        1 << 20
    } else {
        (1 << 32) + 9
    };
    let weeks = (0..n % 7).sum::<u64>() + n / 7 * 21;
    assert_eq!(counted(n), weeks);
}

#[test]
fn a_product_that_overflows_is_an_error() {
    const HALF: usize = 1 << (usize::BITS / 2);
    let (xs, ys) = (&[(); HALF][..], &[(); HALF][..]);
    let error = pairs(xs, ys).expect_err("it overflows");
    assert!(
        matches!(error.kind(), ErrorKind::SizeOverflow { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("overflows `usize`"), "{error}");
    let panic = catch_unwind(|| pairs_or_panic(xs, ys)).expect_err("it overflows");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.starts_with("`pairs_or_panic`: "), "{message}");
    assert_eq!(pairs(&xs[..3], &ys[..5]).expect("it fits"), 15);
    assert_eq!(pairs(&xs[..0], ys).expect("it fits"), 0);
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    for n in [1 << 45, usize::MAX / 2, usize::MAX] {
        let error = numbers(n).expect_err("so much is nowhere");
        assert!(
            matches!(error.kind(), ErrorKind::Allocation { len, .. } if *len == n),
            "{error}"
        );
        assert_eq!(error.program(), "numbers");
        let error = kept(n).expect_err("so much is nowhere");
        assert!(
            matches!(error.kind(), ErrorKind::Allocation { .. }),
            "{error}"
        );
        let panic = catch_unwind(AssertUnwindSafe(|| numbers_or_panic(n))).expect_err("nowhere");
        let message = panic.downcast_ref::<String>().expect("a message");
        assert!(message.starts_with("`numbers_or_panic`: "), "{message}");
        let expected = match n.cast_signed() {
            0.. => "no memory for",
            _ => "the size -1 is below zero",
        };
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!(numbers(3).expect("there is so much"), [0, 1, 2]);
}

#[test]
fn elements_without_size() {
    for len in [0, 1, 1024, 200_003] {
        let (ys, count) = units(&vec![(); len]);
        assert_eq!((ys.len(), count), (len, len));
    }
}
