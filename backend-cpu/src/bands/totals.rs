//! Totals of loops that bands do.
//!
//! A loop of a band has some of the blocks that the loop over all rows has, and hands over their
//! partial results. Those of all bands are put one after the other: they are the partial results of
//! that loop, and are combined in the same order.

use super::sealed::Sealed;
use crate::error::Fault;
use crate::memory;
use crate::partials::Partials;

/// The name of partial results in errors.
const TOTALS: &str = "the totals of bands";

/// A list of the partial results of loops: `(Partials, (Partials, … ()))`.
pub trait BandTotals: Sized + Sealed {
    /// The partial results of several bands.
    #[doc(hidden)]
    type All: Default + Send;

    /// Puts those of a band behind those of earlier ones.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    #[doc(hidden)]
    fn add(self, earlier: &mut Self::All) -> Result<(), Fault>;

    /// Puts those of some bands behind those of earlier ones.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    #[doc(hidden)]
    fn join(later: Self::All, earlier: &mut Self::All) -> Result<(), Fault>;

    /// The partial results of all bands.
    #[doc(hidden)]
    fn of(all: Self::All) -> Self;
}

impl BandTotals for () {
    type All = ();

    #[inline]
    fn add(self, (): &mut ()) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn join((): (), (): &mut ()) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn of((): ()) {}
}

impl<P: Send, T: BandTotals> Sealed for (Partials<P>, T) {}

impl<P: Send, T: BandTotals> BandTotals for (Partials<P>, T) {
    type All = (Vec<P>, T::All);

    fn add(self, earlier: &mut Self::All) -> Result<(), Fault> {
        let (parts, others) = self;
        extend(&mut earlier.0, parts)?;
        others.add(&mut earlier.1)
    }

    fn join(later: Self::All, earlier: &mut Self::All) -> Result<(), Fault> {
        let (parts, others) = later;
        extend(&mut earlier.0, parts)?;
        T::join(others, &mut earlier.1)
    }

    fn of(all: Self::All) -> Self {
        let (parts, others) = all;
        (Partials::gathered(parts), T::of(others))
    }
}

fn extend<P>(parts: &mut Vec<P>, more: impl IntoIterator<Item = P>) -> Result<(), Fault> {
    for part in more {
        parts
            .try_reserve(1)
            .map_err(|_| memory::none::<P>(parts.len() + 1, TOTALS))?;
        parts.push(part);
    }
    Ok(())
}
