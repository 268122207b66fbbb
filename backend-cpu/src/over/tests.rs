//! Tests of folds over an index.

use super::{View, at, fold, steps, sum, sum_of_reads};
use crate::op;

#[test]
fn sums_are_those_of_the_elements() {
    for n in [0, 1, 3, 15, 16, 17, 40, 63, 64, 65, 1000] {
        let xs: Vec<u64> = (0..n).map(|x| x * x + 1).collect();
        let view = View::<_, 1, 1>::of(&xs, [(xs.len(), 0, 1)]);
        let total = sum(0, xs.len(), (view, ()), |k, (x, ())| x * k as u64);
        assert_eq!(total, (0..n).map(|x| (x * x + 1) * x).sum());
        let of_reads = sum_of_reads(0, xs.len(), (view, ()), |k, (x, ())| x * k as u64);
        assert_eq!(of_reads, total);
    }
}

#[test]
fn folds_are_those_of_the_elements() {
    for n in 0..100 {
        let xs: Vec<i64> = (0..n).map(|x| (x * 37 + 11) % 101 - 50).collect();
        let view = View::<_, 1, 1>::of(&xs, [(xs.len(), 0, 1)]);
        let range = (0, xs.len());
        let least = fold(op::Min, 7, range, (view, ()), |_, (x, ())| x, i64::min);
        assert_eq!(Some(least), xs.iter().copied().chain([7]).min());
        let term = |k, (x, ()): (i64, ())| x * k as i64;
        let total = fold(op::Add, 5, range, (view, ()), term, |a, b| a + b);
        let terms = xs.iter().zip(0..).map(|(x, k)| x * k);
        assert_eq!(total, 5 + terms.sum::<i64>());
    }
}

/// Functions `a * x + b`, of which the order matters.
#[test]
fn a_fold_keeps_the_order_of_its_terms() {
    let then = |(a, b): (u64, u64), (c, d): (u64, u64)| {
        let sum = a.wrapping_mul(d).wrapping_add(b);
        (a.wrapping_mul(c), sum)
    };
    for n in 0..40 {
        let xs: Vec<u64> = (0..n).map(|x| x * x + 3).collect();
        let view = View::<_, 1, 1>::of(&xs, [(xs.len(), 0, 1)]);
        let mut seen = Vec::new();
        let term = |k: usize, (x, ()): (u64, ())| {
            seen.push(k);
            (x, k as u64)
        };
        let all = fold(op::Other, (2, 7), (0, xs.len()), (view, ()), term, then);
        let terms = xs.iter().copied().zip(0..);
        assert_eq!(all, terms.fold((2, 7), then), "{n}");
        assert!(seen.iter().copied().eq(0..xs.len()), "{n}");
    }
}

/// `a[[i, k]]`, `a[[k, j]]`, `a[[k, k + 1]]`, `a[[2 * k, 1]]` of an array of 4 x 5.
#[test]
fn views_go_along_axes() {
    let a: Vec<usize> = (0..20).collect();
    let all = |view: View<'_, usize, 2, 2>, to: usize| {
        steps(Vec::new(), 0, to, (view, ()), |mut all, _, (x, ())| {
            all.push(x);
            all
        })
    };
    let row = View::of(&a, [(4, 2, 0), (5, 0, 1)]);
    assert_eq!(all(row, 5), [10, 11, 12, 13, 14]);
    let column = View::of(&a, [(4, 0, 1), (5, 3, 0)]);
    assert_eq!(all(column, 4), [3, 8, 13, 18]);
    let diagonal = View::of(&a, [(4, 0, 1), (5, 1, 1)]);
    assert_eq!(all(diagonal, 4), [1, 7, 13, 19]);
    let strided = View::of(&a, [(4, 0, 2), (5, 1, 0)]);
    assert_eq!(all(strided, 2), [1, 11]);
    assert_eq!(at(&a, [(4, 3), (5, 2)]), 17);
}

#[test]
fn a_fold_begins_with_its_start() {
    let xs = [3.0, -1.0, 2.0];
    let view = View::<f64, 1, 1>::of(&xs, [(3, 0, 1)]);
    let least = fold(op::Min, 0.5, (0, 3), (view, ()), |_, (x, ())| x, f64::min);
    assert_eq!(least, -1.0);
    let joined = fold(
        op::Other,
        1.0,
        (0, 3),
        (view, ()),
        |_, (x, ())| x,
        |a, b| 2.0 * a - b,
    );
    assert_eq!(joined, 2.0 * (2.0 * (2.0 - 3.0) + 1.0) - 2.0);
}

#[test]
#[should_panic(expected = "a fold from position 3 to 6 leaves an axis of 6")]
fn a_fold_stays_in_its_array() {
    let xs = [0; 6];
    let view = View::<_, 1, 1>::of(&xs, [(6, 3, 1)]);
    let _: i32 = sum(0, 4, (view, ()), |_, (x, ())| x);
}

#[test]
#[should_panic(expected = "a fold from position -1 to 0 leaves an axis of 6")]
fn a_fold_does_not_begin_before_its_array() {
    let xs = [0; 6];
    let view = View::<_, 1, 1>::of(&xs, [(6, 0usize.wrapping_sub(1), 1)]);
    let _: i32 = sum(0, 2, (view, ()), |_, (x, ())| x);
}
