//! Folds that leave an array, where only data tells that they do: an error of the program.
//!
//! A worker yields a value and no `Result`, so that the error ends a loop as a panic does, without the message
//! of one, and [`caught`] around the loop turns it into a fault again.

use crate::error::{ErrorKind, Fault};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The positions along an axis that a fold goes through.
pub(super) struct Reached {
    /// The name of the array; empty where nothing catches an error.
    pub(super) name: &'static str,
    /// The number of the axis, if there are several.
    pub(super) axis: Option<usize>,
    pub(super) size: usize,
    /// The first position. One below 0 has wrapped around.
    pub(super) first: usize,
    /// The distance from one position to the next.
    pub(super) factor: usize,
    /// The number of positions, which are not none.
    pub(super) count: usize,
}

impl Reached {
    /// The first position that is not there.
    fn missing(&self) -> i128 {
        let first = self.first.cast_signed();
        if self.first >= self.size || self.factor == 0 {
            return first as i128;
        }
        let steps = (self.size - self.first).div_ceil(self.factor);
        (self.first + steps * self.factor) as i128
    }
}

/// Ends a loop for a fold that leaves an array.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside(reached: &Reached) -> ! {
    let Reached {
        name,
        axis,
        size,
        first,
        factor,
        count,
    } = *reached;
    if !name.is_empty() {
        let kind = ErrorKind::Outside {
            array: name,
            axis,
            position: reached.missing(),
            size,
        };
        let fault = Fault::new("", kind);
        // Where panics abort, nothing catches it, and a message is all there is.
        if cfg!(panic = "unwind") {
            resume_unwind(Box::new(fault));
        }
        panic!("{fault}");
    }
    let first = first.cast_signed();
    if factor == 0 {
        panic!("index out of bounds: the len is {size} but the index is {first}");
    }
    let last = first.wrapping_add(factor.wrapping_mul(count - 1).cast_signed());
    panic!("a fold from position {first} to {last} leaves an axis of {size}");
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
    use crate::over::{View, at_named, sum};

    #[test]
    fn a_fold_that_leaves_a_named_array_is_a_fault() {
        let xs = [1, 2, 3, 4, 5, 6];
        let text = |start: usize, factor: usize, to: usize| {
            let view = View::<_, 2, 1>::named(&xs, [(6, start, factor)], "xs");
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
