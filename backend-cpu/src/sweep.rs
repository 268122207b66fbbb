//! Sweeps: the loops over the positions of a block.

use crate::ahead::Ahead;
use crate::block::Block;
use crate::error::Fault;
use crate::lane::{Lane, Lanes};
use crate::sink::{GROUP, Target};
use crate::source::{Group, Sources};

impl Block<'_> {
    /// Sweeps over the block in order. The body is given the position in the
    /// loop, one element of each source, and the old content of each sink; it
    /// yields what the sinks get.
    ///
    /// # Errors
    ///
    /// The first fault of the body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// Where a source has not the length of the loop, or `out` is another
    /// block's.
    #[inline(always)]
    pub fn each<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        // SAFETY: it is not replaced below.
        let local = unsafe { out.local(self) };
        let (start, len) = (self.start(), self.len());
        let ahead = self.ahead::<T>();
        // SAFETY: the block's positions are within the loop, and by `check`
        // within the sources; `local` returned a state that is open for this
        // block; each position is written once, and all of them where the
        // sweep is completed.
        unsafe {
            let sources = sources.from(start);
            let cursor = T::sweep(local, |mut cursor| {
                for piece in ahead.pieces(len) {
                    sources.fetch(ahead, piece.start, piece.len());
                    for k in piece {
                        let items = sources.get(k);
                        let olds = T::old(&cursor, k);
                        match body(start + k, items, olds) {
                            Ok(values) => T::put(&mut cursor, k, values),
                            Err(fault) => return Err(fault),
                        }
                    }
                }
                Ok(cursor)
            })?;
            T::complete(local, cursor);
        }
        Ok(())
    }

    /// [`each`](Block::each) for a small body, which is called from two places:
    /// results that are written faster several at a time are written so.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn each_unrolled<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        if !T::HOLDS {
            return self.each(sources, out, body);
        }
        sources.check(self.run_len());
        // SAFETY: it is not replaced below.
        let local = unsafe { out.local(self) };
        let (start, len) = (self.start(), self.len());
        let groups = len / GROUP;
        let ahead = self.ahead::<T>();
        // SAFETY: as in `each`; `GROUP` neighbours are held before each release.
        unsafe {
            let sources = sources.from(start);
            let cursor = T::sweep(local, |mut cursor| {
                for group in 0..groups {
                    sources.fetch(ahead, group * GROUP, GROUP);
                    for j in 0..GROUP {
                        let k = group * GROUP + j;
                        let olds = T::old(&cursor, k);
                        let values = body(start + k, sources.get(k), olds)?;
                        T::hold(&mut cursor, k, j, values);
                    }
                    T::release(&mut cursor);
                }
                for k in groups * GROUP..len {
                    let olds = T::old(&cursor, k);
                    let values = body(start + k, sources.get(k), olds)?;
                    T::put(&mut cursor, k, values);
                }
                Ok(cursor)
            })?;
            T::complete(local, cursor);
        }
        Ok(())
    }

    /// Sweeps over the block with `L` lanes, in an order that suits them. The
    /// body is also given the lane into which its folds push the element; else
    /// it is that of [`each`](Block::each).
    ///
    /// # Errors
    ///
    /// A fault of the body, the first one met, which ends the sweep.
    ///
    /// # Panics
    ///
    /// Where a source has not the length of the loop, or `out` is another
    /// block's.
    #[inline(always)]
    pub fn lanes<const L: usize, const ROLLED: bool, S, T, B>(
        &self,
        lanes: Lanes<L, ROLLED>,
        sources: S,
        out: &mut T,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        self.staged(
            lanes,
            sources,
            out,
            &mut (),
            |(), i, lane, items, olds| body(i, lane, items, olds),
            |()| (),
            |()| (),
        )
    }

    /// [`lanes`](Block::lanes) for accumulators that may have nothing to do, which
    /// `idle` says: then it is a plain loop from left to right. Lanes would have
    /// LLVM compute neighbours in vectors only to take them apart again for the
    /// steps of a scan.
    ///
    /// All others have a method without that choice: what is called from two
    /// places LLVM does not inline, even if one of them is never reached.
    ///
    /// # Errors
    ///
    /// As for [`lanes`](Block::lanes).
    ///
    /// # Panics
    ///
    /// As for [`lanes`](Block::lanes).
    #[inline(always)]
    pub fn lanes_unless<const L: usize, const ROLLED: bool, S, T, B>(
        &self,
        idle: bool,
        lanes: Lanes<L, ROLLED>,
        sources: S,
        out: &mut T,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        match idle {
            true => self.each(sources, out, |i, items, olds| {
                body(i, Lane::first(), items, olds)
            }),
            false => self.lanes(lanes, sources, out, body),
        }
    }

    /// [`lanes`](Block::lanes) for folds that take in one element a lane at a
    /// time ([`Staged`](crate::Staged)). The body is given `folds` as well, and
    /// so are `commit`, which is called when every lane got an element and none
    /// is empty, and `settle`, which is called otherwise: both fold what the
    /// lanes got.
    ///
    /// # Errors
    ///
    /// As for [`lanes`](Block::lanes).
    ///
    /// # Panics
    ///
    /// As for [`lanes`](Block::lanes).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn staged<const L: usize, const ROLLED: bool, S, T, A, B, C, D>(
        &self,
        lanes: Lanes<L, ROLLED>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        body: B,
        mut commit: C,
        mut settle: D,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(&mut A, usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        C: FnMut(&mut A),
        D: FnMut(&mut A),
    {
        let mut first = true;
        self.groups(lanes, sources, out, folds, body, |folds, group| {
            match first || group.width < L {
                true => settle(folds),
                false => commit(folds),
            }
            first = false;
        })
    }

    /// Sweeps over the block in groups, and calls `after` after each.
    ///
    /// There are three orders. Where all operators commute, a group is `L`
    /// neighbours, one for each lane. Otherwise the block is cut into a range
    /// for each lane, and a group has one element of each; or `L` neighbours of
    /// one range, where elements must be visited in order. The ranges are
    /// multiples of `L` long, so that a neighbour's place in its group is the
    /// same in the first and the last way. What is left over belongs to the
    /// last range.
    #[inline(always)]
    fn groups<const L: usize, const ROLLED: bool, S, T, A, B, C>(
        &self,
        lanes: Lanes<L, ROLLED>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        mut body: B,
        mut after: C,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(&mut A, usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        C: FnMut(&mut A, Group),
    {
        sources.check(self.run_len());
        // SAFETY: it is not replaced below.
        let local = unsafe { out.local(self) };
        let (start, len) = (self.start(), self.len());
        let strided = lanes.is_strided();
        let side_by_side = !strided && !lanes.is_in_order() && !T::ORDERED;
        let range_groups = len / L / L;
        let neighbours = |first: usize, range: usize| Group {
            first,
            stride: 1,
            any: 0,
            range,
            range_stride: 0,
            width: L.min(len - first),
        };
        let (main, last) = match strided {
            true => (len / L, 0),
            false => (range_groups * L, L - 1),
        };
        let swept = main * L;
        let ahead = match side_by_side {
            // The ranges are several arrays to the processor, which it looks ahead in.
            true => Ahead::NONE,
            false => self.ahead::<T>(),
        };
        let (rest, width) = match side_by_side {
            true => (len - swept, 1),
            false => ((len - swept).div_ceil(L), L),
        };
        let group_of = |number: usize| {
            if strided {
                neighbours(number * L, 0)
            } else if side_by_side {
                Group {
                    first: number,
                    stride: main,
                    any: 0,
                    range: 0,
                    range_stride: 1,
                    width: L,
                }
            } else {
                neighbours(number * L, number / range_groups.max(1))
            }
        };
        let rest_of = |number: usize| Group {
            width: width.min(len - swept - number * width),
            ..neighbours(swept + number * width, last)
        };
        // SAFETY: as in `each`; the groups cover each position once, `main` of
        // `L` positions and then what is left. Lanes are below `L`.
        unsafe {
            let sources = sources.from(start);
            let cursor = T::sweep(local, |mut cursor| {
                if ROLLED {
                    // One place where the body is called, for all groups.
                    for number in 0..main + rest {
                        let group = match number < main {
                            true => group_of(number),
                            false => rest_of(number - main),
                        };
                        sources.fetch(ahead, group.first, L);
                        sources.group::<T, A, B, L>(start, &mut cursor, group, folds, &mut body)?;
                        after(folds, group);
                    }
                    return Ok(cursor);
                }
                for number in 0..main {
                    let group = Group {
                        // Known when this is compiled.
                        width: L,
                        ..group_of(number)
                    };
                    sources.fetch(ahead, group.first, L);
                    sources.group::<T, A, B, L>(start, &mut cursor, group, folds, &mut body)?;
                    after(folds, group);
                }
                for number in 0..rest {
                    let group = rest_of(number);
                    sources.group::<T, A, B, L>(start, &mut cursor, group, folds, &mut body)?;
                    after(folds, group);
                }
                Ok(cursor)
            })?;
            T::complete(local, cursor);
        }
        Ok(())
    }
}
