//! Folds over an index one term after the other.

use super::Rows;
use crate::known::Known;
use crate::op::Op;

/// Returns true if LLVM makes vectors of a plain loop, as any order gives the same bits: it would take
/// several elements for each lane, which are not side by side. Where sums are checked, the lanes say
/// which overflow.
#[inline(always)]
pub(super) fn vectorises<T: Copy, O: Op<T>>(tag: O) -> bool {
    !cfg!(debug_assertions) && Known::of(tag).is_exact()
}

/// A total with one more term, by an operator of which `tag` says what is known.
#[inline(always)]
pub fn take<T: Copy, O: Op<T>>(tag: O, total: T, term: T, op: impl FnOnce(T, T) -> T) -> T {
    Known::of(tag).take(total, term, op)
}

/// The sum of the terms of so many indices, one after the other.
///
/// # Safety
///
/// `rows` must have as many elements.
#[inline(always)]
pub(super) unsafe fn sum_in_order<R: Rows, T: Default, X>(
    from: usize,
    count: usize,
    rows: R,
    term: impl FnMut(usize, R::Items) -> X,
    add: impl Fn(T, X) -> T,
) -> T {
    // SAFETY: the caller's promise.
    unsafe { fold_in_order(T::default(), from, count, rows, term, add) }
}

/// The fold of the terms of so many indices, one after the other.
///
/// # Safety
///
/// `rows` must have as many elements.
#[inline(always)]
pub(super) unsafe fn fold_in_order<R: Rows, T, X>(
    seed: T,
    from: usize,
    count: usize,
    rows: R,
    mut term: impl FnMut(usize, R::Items) -> X,
    take: impl Fn(T, X) -> T,
) -> T {
    let mut total = seed;
    let mut number = 0;
    while number < count {
        // SAFETY: the caller's promise.
        total = take(total, term(from + number, unsafe { rows.get(number) }));
        number += 1;
    }
    total
}
