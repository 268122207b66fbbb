//! Folds over tiles of rows of a `cross` whose columns come part by part: the lanes of each tile are kept
//! from one part to the next.

use crate::batched::Batched;
use crate::error::Fault;
use crate::memory;
use crate::op::is;
use std::fmt;

mod sealed {
    pub trait Sealed {}
}

/// The states of the folds over a tile of rows, each in a lane: `(fold, (fold, … ()))`.
pub trait OfTile: Copy + sealed::Sealed {
    /// Returns true if lanes may wait for the next part of their columns while those of other rows are
    /// folded, and come to the same.
    fn may_wait(&self) -> bool;

    /// Goes on with the lanes of a tile, behind what was joined here.
    fn resume(&mut self, tile: &Self);
}

impl sealed::Sealed for () {}

impl OfTile for () {
    #[inline(always)]
    fn may_wait(&self) -> bool {
        true
    }

    #[inline(always)]
    fn resume(&mut self, _: &Self) {}
}

impl<T, K, R, const L: usize> sealed::Sealed for (Batched<T, K, L>, R) {}

impl<T: Copy, K: Copy, R: OfTile, const L: usize> OfTile for (Batched<T, K, L>, R) {
    #[inline(always)]
    fn may_wait(&self) -> bool {
        knows_first::<K>() && self.1.may_wait()
    }

    #[inline(always)]
    fn resume(&mut self, tile: &Self) {
        self.0 = Batched {
            before: self.0.before,
            ..tile.0
        };
        self.1.resume(&tile.1);
    }
}

/// Returns true if lanes of values with such keys may wait.
///
/// Lanes without keys know nothing of each other. Those with keys begin with the best value of the tiles
/// before theirs, as far as it is known, and a later value takes its place only if its key is better. So all
/// comes down to the first of the best keys, whatever the lanes began with, if of any two keys that are not
/// equal one is better; and with numbers as well: a `NaN` is better than nothing, and nothing is better than
/// it, so that it is the result if it is the first value of the block, where all lanes begin with it, and
/// else in no lane. Pairs of numbers may be without such an order.
fn knows_first<K>() -> bool {
    macro_rules! is_one_of {
        ($($ty:ty)*) => { false $(|| is::<K, $ty>())* };
    }
    is_one_of!(() f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char)
}

/// The lanes of the tiles of a block, in order, between two parts of the columns.
pub struct Tiles<A> {
    lanes: Vec<A>,
    /// The number of tiles that have been done in this part.
    done: usize,
    /// Set if another part comes.
    goes_on: bool,
}

impl<A> Tiles<A> {
    /// Begins a part with the lanes that the one before it has left, or with none ahead of the first part.
    /// Behind the last one (`goes_on` is not set) none are left.
    #[inline]
    #[must_use]
    pub fn of(lanes: Vec<A>, goes_on: bool) -> Tiles<A> {
        Tiles {
            lanes,
            done: 0,
            goes_on,
        }
    }

    /// The lanes that this part leaves.
    #[inline]
    #[must_use]
    pub fn lanes(self) -> Vec<A> {
        self.lanes
    }
}

impl<A> fmt::Debug for Tiles<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tiles")
            .field("lanes", &self.lanes.len())
            .field("done", &self.done)
            .field("goes_on", &self.goes_on)
            .finish()
    }
}

/// The lanes of tiles that wait for more columns; `()` where all columns are there.
pub(crate) trait Waiting<A> {
    /// Makes room for the lanes of so many tiles.
    fn begin(&mut self, tiles: usize) -> Result<(), Fault>;

    /// Goes on with the lanes of the next tile, if it has some.
    fn resume(&mut self, folds: &mut A) -> bool;

    /// Keeps the lanes of that tile, if it is to have more columns.
    fn keep(&mut self, folds: &A);
}

impl<A> Waiting<A> for () {
    #[inline(always)]
    fn begin(&mut self, _: usize) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    fn resume(&mut self, _: &mut A) -> bool {
        false
    }

    #[inline(always)]
    fn keep(&mut self, _: &A) {}
}

impl<A: OfTile> Waiting<A> for Tiles<A> {
    #[inline(always)]
    fn begin(&mut self, tiles: usize) -> Result<(), Fault> {
        if self.goes_on && self.lanes.is_empty() {
            self.lanes = memory::reserve(tiles, "")?;
        }
        Ok(())
    }

    #[inline(always)]
    fn resume(&mut self, folds: &mut A) -> bool {
        let tile = self.lanes.get(self.done);
        if let Some(tile) = tile {
            folds.resume(tile);
        }
        tile.is_some()
    }

    #[inline(always)]
    fn keep(&mut self, folds: &A) {
        if self.goes_on {
            match self.lanes.get_mut(self.done) {
                Some(tile) => *tile = *folds,
                None => self.lanes.push(*folds),
            }
        }
        self.done += 1;
    }
}
