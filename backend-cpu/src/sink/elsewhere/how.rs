//! The ways in which values get to their places: they replace what is there, or an operator combines
//! both.

use std::convert::Infallible;
use std::fmt;

use super::super::bins::{Binning, Common, Cutting, Private, cutting};
use super::super::{Access, sealed};
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::Fault;
use crate::known::Known;
use crate::op::Op;

/// The way in which values get to their places.
pub trait How<T>: Send + Sync + sealed::Sealed {
    #[doc(hidden)]
    const ACCESS: Access;

    /// Set if neighbours are put faster together.
    #[doc(hidden)]
    const IN_VECTORS: bool;

    /// A handle to the bins of a range, which is used while these are there.
    #[doc(hidden)]
    type Handle: Copy;

    /// The facts that its handles have in common, which stay in their place while a block is open.
    #[doc(hidden)]
    type Common;

    /// The ranges into which a run is cut for them.
    #[doc(hidden)]
    fn cutting(&self, blocks: &Blocks, len: usize) -> Cutting;

    /// Puts one value into its place.
    #[doc(hidden)]
    fn put(&self, place: &mut T, value: T);

    /// The bins of a range, to which the places belong.
    #[doc(hidden)]
    fn bins(&self, len: usize, copies: usize, binding: &'static str) -> Result<Private<T>, Fault>;

    /// The facts that handles to these bins have in common, so many in each copy.
    #[doc(hidden)]
    fn common(&self, bins: &mut Private<T>, len: usize, binding: &'static str) -> Self::Common;

    /// A handle to the first copy of these bins.
    ///
    /// # Safety
    ///
    /// The bins and `common` must be there while it is used, and `common` in its place.
    #[doc(hidden)]
    unsafe fn handle(bins: &mut Private<T>, common: &Self::Common) -> Self::Handle;

    /// The handle to bins that lie so many further.
    #[doc(hidden)]
    fn further(handle: Self::Handle, by: usize) -> Self::Handle;

    /// Puts a value into a bin of a range.
    #[doc(hidden)]
    fn put_into(&self, bins: &mut Private<T>, at: usize, value: T);

    /// Combines the bins of a range into the places.
    #[doc(hidden)]
    fn join(&self, bins: Private<T>, places: &mut [T]);

    /// The bins of a range, so many in each copy, with their copies combined.
    #[doc(hidden)]
    fn joined(&self, bins: Private<T>, len: usize) -> Private<T>;
}

/// Values that replace what is there.
#[derive(Clone, Copy, Debug)]
pub struct Placed;

impl sealed::Sealed for Placed {}

/// The reason for which there are no bins.
const REPLACES: &str = "nothing is combined";

impl<T: Element> How<T> for Placed {
    const ACCESS: Access = Access::CollectScattered;

    const IN_VECTORS: bool = false;

    type Handle = Infallible;

    type Common = Infallible;

    fn cutting(&self, _: &Blocks, _: usize) -> Cutting {
        Cutting::None
    }

    fn put(&self, place: &mut T, value: T) {
        *place = value;
    }

    fn bins(&self, _: usize, _: usize, _: &'static str) -> Result<Private<T>, Fault> {
        unreachable!("{REPLACES}")
    }

    fn common(&self, _: &mut Private<T>, _: usize, _: &'static str) -> Infallible {
        unreachable!("{REPLACES}")
    }

    unsafe fn handle(_: &mut Private<T>, common: &Infallible) -> Infallible {
        match *common {}
    }

    fn further(handle: Infallible, _: usize) -> Infallible {
        match handle {}
    }

    fn put_into(&self, _: &mut Private<T>, _: usize, _: T) {
        unreachable!("{REPLACES}")
    }

    fn join(&self, _: Private<T>, _: &mut [T]) {
        unreachable!("{REPLACES}")
    }

    fn joined(&self, _: Private<T>, _: usize) -> Private<T> {
        unreachable!("{REPLACES}")
    }
}

/// Values that an operator combines with what is there.
pub struct Combined<O, F> {
    pub(super) op: O,
    pub(super) combine: F,
}

impl<O, F> fmt::Debug for Combined<O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Combined").finish_non_exhaustive()
    }
}

impl<O, F> sealed::Sealed for Combined<O, F> {}

impl<T: Element, O: Op<T>, F: Fn(T, T) -> T + Send + Sync> How<T> for Combined<O, F> {
    const ACCESS: Access = Access::CollectReduced;

    const IN_VECTORS: bool = true;

    type Handle = Binning<'static, T, O, F>;

    type Common = Common<T, O, F>;

    fn cutting(&self, blocks: &Blocks, len: usize) -> Cutting {
        let commutes = self.op.neutral().is_some();
        cutting(blocks, (len, size_of::<T>()), commutes)
    }

    fn put(&self, place: &mut T, value: T) {
        *place = Known::of(self.op).applied(*place, value, &self.combine);
    }

    fn bins(&self, len: usize, copies: usize, binding: &'static str) -> Result<Private<T>, Fault> {
        Private::new((len, copies), self.op.neutral(), binding)
    }

    fn common(&self, bins: &mut Private<T>, len: usize, binding: &'static str) -> Common<T, O, F> {
        Common::of_private(bins, len, Known::of(self.op), &self.combine, binding)
    }

    unsafe fn handle(bins: &mut Private<T>, common: &Common<T, O, F>) -> Binning<'static, T, O, F> {
        // SAFETY: the caller's promise.
        unsafe { Binning::new(bins.memory().0, common) }
    }

    fn further(handle: Binning<'static, T, O, F>, by: usize) -> Binning<'static, T, O, F> {
        handle.further(by)
    }

    fn put_into(&self, bins: &mut Private<T>, at: usize, value: T) {
        let op = Known::of(self.op);
        bins.put(at, value, |a, b| op.applied(a, b, &self.combine));
    }

    fn join(&self, mut bins: Private<T>, places: &mut [T]) {
        let op = Known::of(self.op);
        let (places, len) = (places.as_mut_ptr(), places.len());
        // SAFETY: these are the places of a slice that is borrowed.
        unsafe { bins.join(places, len, |a, b| op.applied(a, b, &self.combine)) };
    }

    fn joined(&self, bins: Private<T>, len: usize) -> Private<T> {
        let op = Known::of(self.op);
        bins.joined(len, |a, b| op.applied(a, b, &self.combine))
    }
}
