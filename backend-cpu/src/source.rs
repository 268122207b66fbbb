//! The arrays that a sweep reads.

use crate::ahead::Ahead;
use crate::element::Element;
#[cfg(not(debug_assertions))]
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::lane::Lane;
use crate::plain;
#[cfg(not(debug_assertions))]
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

    /// Set if elements have components, as far as size and alignment say: then the neighbours'
    /// components that a vector holds do not lie side by side.
    #[doc(hidden)]
    const COMPONENTS: bool;

    /// Panics unless every array has the length `len`.
    fn check(self, len: usize);

    /// The arrays from `start` on.
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

    /// Asks for what is ahead of the elements from `k` to `k + count`.
    #[doc(hidden)]
    fn fetch(self, ahead: Ahead, k: usize, count: usize);

    /// Sweeps over a few elements of the block.
    ///
    /// # Safety
    ///
    /// All positions of the group must be within the arrays and the sinks'
    /// chunks, all its lanes below `L`, and `cursor` open.
    #[cfg(not(debug_assertions))]
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn group<T, A, B, const L: usize>(
        self,
        start: usize,
        cursor: &mut T::Cursor,
        group: Group,
        folds: &mut A,
        body: &mut B,
    ) -> Result<(), Fault>
    where
        T: Target,
        B: FnMut(&mut A, usize, Lane<L>, Self::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        for j in 0..group.width {
            let k = group.first + j * group.stride;
            // SAFETY: the caller's promise.
            let (lane, items, olds) = unsafe {
                let range = group.range + j * group.range_stride;
                (
                    Lane::new(group.any + j, range).of(group.width == L),
                    self.get(k),
                    T::old(cursor, k),
                )
            };
            let values = body(folds, start + k, lane, items, olds)?;
            // Not held for a wide store: beside lanes of folds what is held
            // goes through memory, and the store waits for it.
            // SAFETY: the caller's promise.
            unsafe { T::put(cursor, k, values) };
        }
        Ok(())
    }
}

/// `width` positions of a block, and the lanes that they go to.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub(crate) first: usize,
    pub(crate) stride: usize,
    /// See `Lane`.
    pub(crate) any: usize,
    pub(crate) range: usize,
    pub(crate) range_stride: usize,
    pub(crate) width: usize,
}

impl sealed::Sealed for () {}

impl Sources for () {
    type Items = ();

    const COMPONENTS: bool = false;

    #[inline(always)]
    fn check(self, _len: usize) {}

    #[inline(always)]
    unsafe fn from(self, _start: usize) -> Self {}

    #[inline(always)]
    unsafe fn get(self, _k: usize) -> Self::Items {}

    #[inline(always)]
    fn fetch(self, _ahead: Ahead, _k: usize, _count: usize) {}
}

impl<T: Element, R: Sources> sealed::Sealed for (&[T], R) {}

impl<T: Element, R: Sources> Sources for (&[T], R) {
    type Items = (T, R::Items);

    const COMPONENTS: bool =
        size_of::<T>() > align_of::<T>() && align_of::<T>() >= 8 || R::COMPONENTS;

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
        unsafe { (plain::get(self.0, k), self.1.get(k)) }
    }

    #[inline(always)]
    fn fetch(self, ahead: Ahead, k: usize, count: usize) {
        ahead.fetch(self.0.as_ptr().wrapping_add(k), count);
        self.1.fetch(ahead, k, count);
    }
}
