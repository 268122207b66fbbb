//! The ways in which values get to their places: they replace what is there, or an operator combines
//! both.

use std::fmt;

use super::super::bins::{Cutting, Private, cutting};
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

    /// The ranges into which a run is cut for them.
    #[doc(hidden)]
    fn cutting(&self, blocks: &Blocks, len: usize) -> Cutting;

    /// Puts one value into its place.
    #[doc(hidden)]
    fn put(&self, place: &mut T, value: T);

    /// The bins of a range, to which the places belong.
    #[doc(hidden)]
    fn bins(&self, len: usize, copies: usize) -> Result<Private<T>, Fault>;

    /// Puts a value into a bin of a range.
    #[doc(hidden)]
    fn put_into(&self, bins: &mut Private<T>, at: usize, value: T);

    /// Combines the bins of a range into the places.
    #[doc(hidden)]
    fn join(&self, bins: Private<T>, places: &mut [T]);

    /// The values of the bins of a range, each with its position, its copies combined.
    #[doc(hidden)]
    fn values(&self, bins: Private<T>, len: usize) -> Vec<(usize, T)>;
}

/// Values that replace what is there.
#[derive(Clone, Copy, Debug)]
pub struct Placed;

impl sealed::Sealed for Placed {}

impl<T: Element> How<T> for Placed {
    const ACCESS: Access = Access::CollectScattered;

    fn cutting(&self, _: &Blocks, _: usize) -> Cutting {
        Cutting::None
    }

    fn put(&self, place: &mut T, value: T) {
        *place = value;
    }

    fn bins(&self, _: usize, _: usize) -> Result<Private<T>, Fault> {
        unreachable!("nothing is combined")
    }

    fn put_into(&self, _: &mut Private<T>, _: usize, _: T) {
        unreachable!("nothing is combined")
    }

    fn join(&self, _: Private<T>, _: &mut [T]) {
        unreachable!("nothing is combined")
    }

    fn values(&self, _: Private<T>, _: usize) -> Vec<(usize, T)> {
        unreachable!("nothing is combined")
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

    fn cutting(&self, blocks: &Blocks, len: usize) -> Cutting {
        let commutes = self.op.neutral().is_some();
        cutting(blocks, (len, size_of::<T>()), commutes)
    }

    fn put(&self, place: &mut T, value: T) {
        *place = Known::of(self.op).applied(*place, value, &self.combine);
    }

    fn bins(&self, len: usize, copies: usize) -> Result<Private<T>, Fault> {
        Private::new((len, copies), self.op.neutral(), "the bins of a range")
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

    fn values(&self, bins: Private<T>, len: usize) -> Vec<(usize, T)> {
        let op = Known::of(self.op);
        bins.values(len, |a, b| op.applied(a, b, &self.combine))
    }
}
