//! The arrays that a sweep reads.

use crate::element::Element;
use crate::error::Fault;
use crate::lane::Lane;
use crate::sink::Target;

mod sealed {
    pub trait Sealed {}
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` are not arrays that a loop can read",
    note = "sources are slices of elements: `(xs, (ys, ()))`"
)]
/// The arrays that a sweep reads: `(xs, (ys, … ()))`, slices of one length.
pub trait Sources: Copy + sealed::Sealed {
    /// One element of each: `(x, (y, … ()))`.
    type Items;

    /// Panics unless every array has the length `len`.
    fn check(self, len: usize);

    /// The same arrays from `start` on.
    ///
    /// # Safety
    ///
    /// `start` must be within every array.
    #[doc(hidden)]
    #[must_use]
    unsafe fn from(self, start: usize) -> Self;

    /// The elements at `k`.
    ///
    /// # Safety
    ///
    /// `k` must be within every array.
    #[doc(hidden)]
    unsafe fn get(self, k: usize) -> Self::Items;

    /// Sweeps over `run`, a few elements of the block.
    ///
    /// # Safety
    ///
    /// All positions of `run` must be within the arrays and the sinks' chunks,
    /// all its lanes below `L`, and `cursor` open.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn group<T, A, B, C, D, const L: usize>(
        self,
        start: usize,
        cursor: &mut T::Cursor,
        run: Group,
        folds: &mut A,
        body: &mut B,
        commit: &mut C,
        settle: &mut D,
    ) -> Result<(), Fault>
    where
        T: Target,
        B: FnMut(&mut A, usize, Lane<L>, Self::Items, T::Olds) -> Result<T::Values, Fault>,
        C: FnMut(&mut A),
        D: FnMut(&mut A),
    {
        // Of the elements of one lane each is folded before the next.
        let one_by_one = run.lane_stride == 0;
        for j in 0..run.width {
            let k = run.first + j * run.stride;
            // SAFETY: the caller's promise.
            let (lane, items, olds) = unsafe {
                (
                    Lane::new(run.lane + j * run.lane_stride),
                    self.get(k),
                    T::old(cursor, k),
                )
            };
            let values = body(folds, start + k, lane, items, olds)?;
            // SAFETY: the caller's promise.
            unsafe { T::put(cursor, k, values) };
            if one_by_one {
                settle(folds);
            }
        }
        if one_by_one {
            // Nothing is left.
        } else if run.first == 0 || run.width < L {
            settle(folds);
        } else {
            commit(folds);
        }
        Ok(())
    }
}

/// `width` positions of a block, and the lanes that they go to.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub(crate) first: usize,
    pub(crate) stride: usize,
    pub(crate) lane: usize,
    pub(crate) lane_stride: usize,
    pub(crate) width: usize,
}

impl sealed::Sealed for () {}

impl Sources for () {
    type Items = ();

    #[inline(always)]
    fn check(self, _len: usize) {}

    #[inline(always)]
    unsafe fn from(self, _start: usize) -> Self {}

    #[inline(always)]
    unsafe fn get(self, _k: usize) -> Self::Items {}
}

impl<T: Element, R: Sources> sealed::Sealed for (&[T], R) {}

impl<T: Element, R: Sources> Sources for (&[T], R) {
    type Items = (T, R::Items);

    #[inline(always)]
    fn check(self, len: usize) {
        assert!(
            self.0.len() == len,
            "an array of {} elements in a loop over {len}",
            self.0.len()
        );
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        // SAFETY: the caller's promise.
        unsafe { (self.0.get_unchecked(start..), self.1.from(start)) }
    }

    #[inline(always)]
    unsafe fn get(self, k: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (*self.0.get_unchecked(k), self.1.get(k)) }
    }
}
