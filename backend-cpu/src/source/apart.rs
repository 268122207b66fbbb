//! Arrays of several axes of which a process has a part, read at the positions of its part of a loop
//! over several indices.

use super::reach::Reach;
use super::space::{Place, Space};
use super::{Sources, sealed};
use crate::prefetch::Prefetch;
use std::ops::Range;

/// The elements of an array that the positions of a process read: positions in the middle read what
/// the process has, those before and behind them copies that are put together with what others have.
/// Elements are numbered as [`Reach::span`] numbers them.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'s, T> {
    /// The number in the loop of the first position of the process.
    pub first: usize,
    /// The number of its positions.
    pub len: usize,
    /// The numbers of the positions, from its first one on, with which the second piece and the third
    /// one begin.
    pub ends: [usize; 2],
    /// The pieces, and the number of the first element of each.
    pub pieces: [(&'s [T], isize); 3],
    /// Set if the first piece and the third one have come from other processes.
    pub are_complete: bool,
    /// The rows that the array is continued by, in front and behind.
    pub rows: [usize; 2],
}

/// A source that has three pieces, each for some positions.
#[derive(Clone, Copy, Debug)]
pub struct Apart<C> {
    pieces: [C; 3],
    /// The positions with which the second piece, and the third one, begin, and the number of all.
    ends: [usize; 3],
    /// Set if the first piece and the third one are here.
    are_complete: bool,
    /// The first position of the sweep, and the end of those of its piece.
    at: usize,
    end: usize,
    current: C,
}

/// A source of elements by the indices of a loop.
pub trait InSpace: Copy {
    /// The numbers of positions of the loop's indices.
    fn sizes(&self) -> &[usize];

    /// The elements from a position on.
    #[must_use]
    fn from(self, start: usize) -> Self;
}

impl<C: InSpace> Apart<C> {
    /// The source that `of` makes of each piece, of the number of its first element and of the
    /// positions of the process, for some reads of one loop.
    ///
    /// # Panics
    ///
    /// Panics where a position reads an element that its piece has not.
    pub(super) fn of<'s, T, const N: usize, const R: usize, const K: usize>(
        pieces: &Pieces<'s, T>,
        reads: &[Reach<N, R>; K],
        of: impl Fn(&'s [T], isize, Space<N>) -> C,
    ) -> Apart<C> {
        let Pieces { first, len, .. } = *pieces;
        let space = Space::part(reads[0].sizes(), first, len);
        let ends = [pieces.ends[0], pieces.ends[1], len];
        let mut start = 0;
        let is_here = [pieces.are_complete, true, pieces.are_complete];
        let each = ends.into_iter().zip(pieces.pieces).zip(is_here);
        for ((end, (slice, number)), is_here) in each {
            assert!(start <= end, "pieces follow one another");
            let reads = reads.iter().filter(|_| is_here);
            for span in reads.filter_map(|reach| reach.span(first + start..first + end)) {
                let behind = number.saturating_add_unsigned(slice.len());
                assert!(
                    number <= span.start && span.end <= behind,
                    "the elements {span:?} of a piece from {number} to {behind}"
                );
            }
            start = end;
        }
        let sources = pieces
            .pieces
            .map(|(slice, number)| of(slice, number, space));
        Apart {
            pieces: sources,
            ends,
            are_complete: pieces.are_complete,
            at: 0,
            end: 0,
            current: sources[0],
        }
    }
}

/// Panics for a sweep over positions of several pieces, or of one that has not come.
#[cold]
#[inline(never)]
fn beyond(at: usize, end: usize) -> ! {
    panic!("a position {at} in a piece that ends at {end}");
}

impl<C, R: Sources> sealed::Sealed for (Apart<C>, R)
where
    C: InSpace,
    (C, R): Sources,
{
}

#[diagnostic::do_not_recommend]
impl<C, R: Sources> Sources for (Apart<C>, R)
where
    C: InSpace,
    (C, R): Sources,
{
    type Items = <(C, R) as Sources>::Items;
    type Near = <(C, R) as Sources>::Near;
    type Stage = <(C, R) as Sources>::Stage;
    type Place = <(C, R) as Sources>::Place;

    const COMPONENTS: bool = <(C, R) as Sources>::COMPONENTS;
    const PADDED: bool = <(C, R) as Sources>::PADDED;

    #[inline(always)]
    fn check(self, len: usize) {
        let (apart, rest) = self;
        (apart.current, rest).check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let (apart, rest) = self;
        let at = apart.at + start;
        let number = usize::from(at >= apart.ends[0]) + usize::from(at >= apart.ends[1]);
        let is_here = number == 1 || apart.are_complete;
        let apart = Apart {
            at,
            // A piece that is on its way has no positions.
            end: if is_here { apart.ends[number] } else { 0 },
            current: apart.pieces[number].from(at),
            ..apart
        };
        // SAFETY: the caller's promise.
        (apart, unsafe { rest.from(start) })
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let apart = &self.0;
        if apart.at + k >= apart.end {
            beyond(apart.at + k, apart.end);
        }
        // SAFETY: the caller's promise; the piece has the elements of the positions before its end.
        unsafe { (apart.current, self.1).get(k) }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    #[inline(always)]
    fn inside(self, len: usize) -> Range<usize> {
        (self.0.current, self.1).inside(len)
    }

    #[inline(always)]
    fn sizes(&self) -> Option<&[usize]> {
        Some(self.0.current.sizes())
    }

    #[inline(always)]
    fn place(&self) -> Self::Place {
        (self.0.current, self.1).place()
    }

    #[inline(always)]
    fn row_rest<P: Place>(&self, place: &P) -> usize {
        (self.0.current, self.1).row_rest(place)
    }

    #[inline(always)]
    fn is_far(self) -> bool {
        (self.0.current, self.1).is_far()
    }

    #[inline(always)]
    fn stage() -> Self::Stage {
        <(C, R) as Sources>::stage()
    }

    #[inline(always)]
    fn prepare(self, len: usize, stage: &mut Self::Stage) {
        (self.0.current, self.1).prepare(len, stage);
    }

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        k: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        let apart = &self.0;
        if apart.at + k + count.max(1) > apart.end {
            beyond(apart.at + k + count, apart.end);
        }
        // SAFETY: as for `get`.
        unsafe { (apart.current, self.1).near(place, k, count, stage) }
    }
}
