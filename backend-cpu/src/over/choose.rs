//! Operators that yield one of their arguments.

use super::SMALL;
use std::hint::select_unpredictable;

/// The second of two terms of a fold, or the first one, by no branch if they are small: of a group of
/// terms nobody can predict which one is taken.
///
/// `choices-over-an-index.md`.
#[inline(always)]
#[must_use]
pub fn choose<T: Copy>(takes_second: bool, second: T, first: T) -> T {
    if const { cfg!(not(debug_assertions)) && size_of::<T>() <= SMALL } {
        return select_unpredictable(takes_second, second, first);
    }
    match takes_second {
        true => second,
        false => first,
    }
}
