//! Folds that leave an array, where only data tells that they do: an error of the program.
//!
//! A worker yields a value and no `Result`, so that the error ends a loop as a panic does, without the message
//! of one, and [`caught`] around the loop turns it into a fault again.

use super::{Row, View, Views, are_inside, at};
use crate::element::Element;
use crate::error::{ErrorKind, Fault};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A [`View`] of an array of a program, from which data may lead a fold away: that is an error, and not a panic.
#[derive(Debug)]
pub struct NamedView<'s, T, const BY: usize, const R: usize> {
    view: View<'s, T, BY, R>,
    name: &'static str,
}

impl<T, const BY: usize, const R: usize> Clone for NamedView<'_, T, BY, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const BY: usize, const R: usize> Copy for NamedView<'_, T, BY, R> {}

impl<'s, T, const BY: usize, const R: usize> NamedView<'s, T, BY, R> {
    /// The elements of an array of this name, as those of a view.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T], axes: [(usize, usize, usize); R], name: &'static str) -> Self {
        let view = View::of(slice, axes);
        NamedView { view, name }
    }

    /// Ends the loop if one of `count` elements from an index on is not there.
    #[inline(always)]
    fn check(&self, from: usize, count: usize) {
        for (axis, (size, start, factor)) in self.view.axes.into_iter().enumerate() {
            let first = start.wrapping_add(factor.wrapping_mul(from));
            if !are_inside(first, factor, count, size) {
                outside(
                    self.name,
                    (R > 1).then_some(axis),
                    size,
                    missing(first, factor, size),
                );
            }
        }
    }
}

impl<'s, T: Element, V: Views, const BY: usize, const R: usize> Views
    for (NamedView<'s, T, BY, R>, V)
{
    type Items = (T, V::Items);
    type Rows = (Row<'s, T, BY>, V::Rows);

    #[inline(always)]
    fn rows(self, from: usize, count: usize) -> Self::Rows {
        if count > 0 {
            self.0.check(from, count);
        }
        (self.0.view.row(from, count), self.1.rows(from, count))
    }
}

/// The element of an array of a program whose axes have `(size, position)`. Outside of one of them ends what
/// [`caught`] runs, with an error that has the array's name.
#[inline(always)]
#[must_use]
pub fn at_named<T: Copy, const R: usize>(
    slice: &[T],
    axes: [(usize, usize); R],
    name: &'static str,
) -> T {
    for (axis, (size, position)) in axes.into_iter().enumerate() {
        if position >= size {
            outside(name, (R > 1).then_some(axis), size, position.cast_signed());
        }
    }
    at(slice, axes)
}

/// The first of some positions that is not inside of an axis: from one on, which has wrapped around if it is
/// below 0, in steps.
#[cold]
fn missing(first: usize, factor: usize, size: usize) -> isize {
    let steps = match first < size {
        true => (size - first).div_ceil(factor),
        false => 0,
    };
    first.wrapping_add(steps.wrapping_mul(factor)).cast_signed()
}

/// Ends a loop for a fold that leaves an array.
#[cold]
#[inline(never)]
fn outside(name: &'static str, axis: Option<usize>, size: usize, position: isize) -> ! {
    let kind = ErrorKind::Outside {
        array: name,
        axis,
        position: position as i128,
        size,
    };
    let fault = Fault::new("", kind);
    // Where panics abort, nothing catches it, and a message is all there is.
    if cfg!(panic = "unwind") {
        resume_unwind(Box::new(fault));
    }
    panic!("{fault}");
}

/// Runs a loop whose workers may leave an array.
///
/// # Errors
///
/// [`ErrorKind::Outside`] where they do, and the loop's own faults.
///
/// # Panics
///
/// Panics where a worker does.
#[inline(always)]
pub fn caught<R>(run: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
    // After any fault of a loop, arrays of the caller are written in part.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(done) => done,
        Err(payload) => match payload.downcast::<Fault>() {
            Ok(fault) => Err(*fault),
            Err(payload) => resume_unwind(payload),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::caught;
    use crate::over::{NamedView, at_named, sum};

    #[test]
    fn a_fold_that_leaves_a_named_array_is_a_fault() {
        let xs = [1, 2, 3, 4, 5, 6];
        let text = |start: usize, factor: usize, to: usize| {
            let view = NamedView::<_, 2, 1>::of(&xs, [(6, start, factor)], "xs");
            let total = caught(|| Ok::<i32, _>(sum(0, to, (view, ()), |_, (x, ())| x)));
            total.map_or_else(|fault| fault.to_string(), |total| total.to_string())
        };
        assert_eq!(text(1, 1, 5), "20");
        assert_eq!(text(3, 1, 4), "`xs` has 6 elements, and none at position 6");
        assert_eq!(text(1, 4, 3), "`xs` has 6 elements, and none at position 9");
        assert_eq!(
            text(0usize.wrapping_sub(2), 1, 4),
            "`xs` has 6 elements, and none at position -2"
        );
        let at = caught(|| Ok::<i32, _>(at_named(&xs, [(2, 1), (3, 3)], "a")));
        assert_eq!(
            at.unwrap_err().to_string(),
            "`a` has 3 positions along axis 1, and none at 3"
        );
    }

    #[test]
    #[should_panic(expected = "its own")]
    fn another_panic_stays_as_it_is() {
        let _ = caught::<()>(|| panic!("its own"));
    }
}
