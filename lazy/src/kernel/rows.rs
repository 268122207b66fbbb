//! Folds of the elements of a block along an axis: a result for each row, or for each place across rows.

use fusus_cpu::Block;

use super::fold::{Fold, Logical, each, halved};
use super::number::Number;
use super::sweep::widest;
use crate::element::Buffer;
use crate::element::sealed::Typed;
use crate::operation::Operator;

/// The number of lanes of a fold along the last axis.
pub(crate) const ROW_LANES: usize = 8;

/// Folds rows of `count` elements each, in the lanes of folds along the last axis.
#[inline(never)]
pub(crate) fn rows<T: Number>(
    block: &Block<'_>,
    operator: Operator,
    elements: &[T],
    count: usize,
    results: &mut [T],
) {
    each!(operator, fold => each_row(block, fold, elements, count, results));
}

/// Folds rows of truth values.
pub(crate) fn rows_logical(
    operator: Operator,
    elements: &[bool],
    count: usize,
    results: &mut [bool],
) {
    let fold = Logical(operator == Operator::All);
    for (row, result) in elements.chunks_exact(count).zip(results) {
        *result = row.iter().fold(*result, |a, b| fold.combine(a, *b));
    }
}

#[inline(always)]
fn each_row<T: Number, F: Fold<T>>(
    block: &Block<'_>,
    fold: F,
    elements: &[T],
    count: usize,
    results: &mut [T],
) {
    widest!(block, (elements, results), |(elements, results)| {
        for (row, result) in elements.chunks_exact(count).zip(results) {
            let mut lanes = [fold.neutral(); ROW_LANES];
            let groups = row.chunks_exact(ROW_LANES);
            let rest = groups.remainder();
            for group in groups {
                for lane in 0..ROW_LANES {
                    lanes[lane] = fold.combine(lanes[lane], group[lane]);
                }
            }
            for (lane, element) in lanes.iter_mut().zip(rest) {
                *lane = fold.combine(*lane, *element);
            }
            *result = halved(fold, lanes, ROW_LANES);
        }
    });
}

/// Folds the first element into the first result and so on, and from the first result on again for
/// more elements.
#[inline(never)]
pub(crate) fn across<T: Number>(
    block: &Block<'_>,
    operator: Operator,
    elements: &[T],
    results: &mut [T],
) {
    each!(operator, fold => each_group(block, fold, elements, results));
}

/// Combines the lanes of results: of so many elements each, one lane behind the other.
pub(crate) fn of_lanes(
    block: &Block<'_>,
    operator: Operator,
    mut lanes: Buffer,
    len: usize,
) -> Buffer {
    crate::element::number!(lanes.ty(), T => {
        let own = <T as Typed>::vector(&mut lanes);
        let mut width = ROW_LANES;
        while width > 1 {
            width /= 2;
            let (first, second) = own[..2 * width * len].split_at_mut(width * len);
            across(block, operator, second, first);
        }
        own.truncate(len);
    }, bool => {
        let own = bool::vector(&mut lanes);
        let mut width = ROW_LANES;
        while width > 1 {
            width /= 2;
            let (first, second) = own[..2 * width * len].split_at_mut(width * len);
            across_logical(operator, second, first);
        }
        own.truncate(len);
    });
    lanes
}

/// As `across`, for truth values.
pub(crate) fn across_logical(operator: Operator, elements: &[bool], results: &mut [bool]) {
    let fold = Logical(operator == Operator::All);
    for group in elements.chunks_exact(results.len()) {
        for (result, element) in results.iter_mut().zip(group) {
            *result = fold.combine(*result, *element);
        }
    }
}

#[inline(always)]
fn each_group<T: Number, F: Fold<T>>(
    block: &Block<'_>,
    fold: F,
    elements: &[T],
    results: &mut [T],
) {
    widest!(block, (elements, results), |(elements, results)| {
        for group in elements.chunks_exact(results.len()) {
            for (result, element) in results.iter_mut().zip(group) {
                *result = fold.combine(*result, *element);
            }
        }
    });
}
