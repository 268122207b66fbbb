//! Sweeps: the loops over the positions of a block.

use crate::block::Block;
use crate::error::Fault;
use crate::lane::{Lane, Lanes};
use crate::sink::Target;
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
        // SAFETY: the block's positions are within the loop, and by `check`
        // within the sources; `local` returned a state that is open for this
        // block; each position is written once, and all of them where the
        // sweep is completed.
        unsafe {
            let sources = sources.from(start);
            let cursor = T::sweep(local, |mut cursor| {
                for k in 0..len {
                    let items = sources.get(k);
                    let olds = T::old(&cursor, k);
                    match body(start + k, items, olds) {
                        Ok(values) => T::put(&mut cursor, k, values),
                        Err(fault) => return Err(fault),
                    }
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
    pub fn staged<const L: usize, const ROLLED: bool, S, T, A, B, C, D>(
        &self,
        lanes: Lanes<L, ROLLED>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        mut body: B,
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
        sources.check(self.run_len());
        // SAFETY: it is not replaced below.
        let local = unsafe { out.local(self) };
        let (start, len) = (self.start(), self.len());
        let part = len / L;
        // Strided lanes are in order as they are.
        let lane_by_lane = !lanes.is_strided() && (lanes.is_in_order() || T::ORDERED);
        let (step, stride) = if lanes.is_strided() {
            (L, 1)
        } else {
            (1, part)
        };
        let main = part * L;
        let tail = if lanes.is_strided() {
            Group {
                first: main,
                stride: 1,
                lane: 0,
                lane_stride: 1,
                width: len - main,
            }
        } else {
            Group {
                first: main,
                stride: 1,
                lane: L - 1,
                lane_stride: 0,
                width: len - main,
            }
        };
        let by_lane = |lane| Group {
            first: lane * part,
            stride: 1,
            lane,
            lane_stride: 0,
            width: part,
        };
        let by_position = |first| Group {
            first: first * step,
            stride,
            lane: 0,
            lane_stride: 1,
            width: L,
        };
        // SAFETY: as in `each`; the groups cover each position once: `part`
        // groups of one position for each lane, or `L` groups of `part`
        // positions, and the tail of fewer than `L`. Lanes are below `L`.
        unsafe {
            let sources = sources.from(start);
            let cursor = T::sweep(local, |mut cursor| {
                if ROLLED {
                    // One place where the body is called, for all groups.
                    let groups = if lane_by_lane { L } else { part };
                    for group in 0..=groups {
                        let run = match (group == groups, lane_by_lane) {
                            (true, _) => tail,
                            (false, true) => by_lane(group),
                            (false, false) => by_position(group),
                        };
                        sources.group::<T, A, B, C, D, L>(
                            start,
                            &mut cursor,
                            run,
                            folds,
                            &mut body,
                            &mut commit,
                            &mut settle,
                        )?;
                    }
                    return Ok(cursor);
                }
                if lane_by_lane {
                    for lane in 0..L {
                        sources.group::<T, A, B, C, D, L>(
                            start,
                            &mut cursor,
                            by_lane(lane),
                            folds,
                            &mut body,
                            &mut commit,
                            &mut settle,
                        )?;
                    }
                } else {
                    for first in 0..part {
                        sources.group::<T, A, B, C, D, L>(
                            start,
                            &mut cursor,
                            by_position(first),
                            folds,
                            &mut body,
                            &mut commit,
                            &mut settle,
                        )?;
                    }
                }
                sources.group::<T, A, B, C, D, L>(
                    start,
                    &mut cursor,
                    tail,
                    folds,
                    &mut body,
                    &mut commit,
                    &mut settle,
                )?;
                Ok(cursor)
            })?;
            T::complete(local, cursor);
        }
        Ok(())
    }
}
