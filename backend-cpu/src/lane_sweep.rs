//! Sweeps with lanes: over the groups of lanes of a block.

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::groups::Groups;
#[cfg(not(debug_assertions))]
use crate::lane::Order;
use crate::lane::{Lane, Lanes};
#[cfg(not(debug_assertions))]
use crate::prefetch::Prefetch;
#[cfg(not(debug_assertions))]
use crate::sink::Cursor;
use crate::sink::Target;
#[cfg(not(debug_assertions))]
use crate::source::LaneGroup;
use crate::source::Sources;

/// The ranges of a block that are swept side by side, before the next ones: each is another array to the
/// processor, which looks ahead in a few, and their states should be in registers. Steps of scans wait for
/// each other, and need all ranges.
///
/// `ranges-in-constant-rounds.md`.
#[cfg(not(debug_assertions))]
const ROUND: usize = 4;

impl Block<'_> {
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
    /// Panics where a source has not the length of the loop, or `out` is another
    /// block's; and where ranges are [interleaved](Lanes::interleaved)
    /// whose results are written from left to right.
    #[inline(always)]
    pub fn lanes<const L: usize, const SINGLE_CALL_SITE: bool, const INTERLEAVED: bool, S, T, B>(
        &self,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        sources: S,
        out: &mut T,
        #[allow(unused_mut, reason = "only groups call it here")] mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        #[cfg(debug_assertions)]
        // SAFETY: checked.
        return unsafe { self.lanes_plainly(lanes, sources, out, body) };
        #[cfg(not(debug_assertions))]
        self.groups::<L, SINGLE_CALL_SITE, INTERLEAVED, false, _, _, _, _, _, _, _>(
            lanes,
            sources,
            out,
            &mut (),
            |(), i, lane, items, olds| body(i, lane, items, olds),
            |()| (),
            |()| (),
            |()| (),
        )
    }

    /// [`lanes`](Block::lanes) for accumulators that may have nothing to do, which
    /// `idle` says: then it is a plain loop from left to right. Lanes would have
    /// LLVM compute neighbours in vectors only to take them apart again for the
    /// steps of a scan.
    ///
    /// All others have a method without that choice: LLVM does not inline
    /// a body that is called from two places, even if one of them is never reached.
    ///
    /// # Errors
    ///
    /// As for [`lanes`](Block::lanes).
    ///
    /// # Panics
    ///
    /// As for [`lanes`](Block::lanes).
    #[inline(always)]
    pub fn lanes_unless<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        S,
        T,
        B,
    >(
        &self,
        idle: bool,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
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
    /// time ([`Batched`](crate::Batched)). The body is given `folds` as well, and
    /// so are `begin`, which is called once every lane got its first element,
    /// `commit`, which is called whenever every lane got another one, and
    /// `flush`, for the rest: they fold the elements that the lanes got.
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
    pub fn batched<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        S,
        T,
        A,
        B,
        E,
        C,
        D,
    >(
        &self,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        body: B,
        begin: E,
        commit: C,
        flush: D,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        A: Copy,
        B: FnMut(&mut A, usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        E: FnMut(&mut A),
        C: FnMut(&mut A),
        D: FnMut(&mut A),
    {
        sources.check(self.run_len());
        out.check(self);
        #[cfg(debug_assertions)]
        // SAFETY: checked.
        return unsafe {
            self.batched_plainly(lanes, sources, out, folds, body, begin, commit, flush)
        };
        #[cfg(not(debug_assertions))]
        self.groups::<L, SINGLE_CALL_SITE, INTERLEAVED, true, _, _, _, _, _, _, _>(
            lanes, sources, out, folds, body, begin, commit, flush,
        )
    }

    /// Sweeps over the block in groups; where folds are batched, `begin` is called after
    /// the first whole one, `commit` after all others, and `flush` after the elements that are
    /// left over.
    ///
    /// Sources and target are checked.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "those of `batched`")]
    fn groups<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        const BATCHED: bool,
        S,
        T,
        A,
        B,
        E,
        C,
        D,
    >(
        &self,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        mut body: B,
        mut begin: E,
        mut commit: C,
        mut flush: D,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        A: Copy,
        B: FnMut(&mut A, usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        E: FnMut(&mut A),
        C: FnMut(&mut A),
        D: FnMut(&mut A),
    {
        let (start, len) = (self.start(), self.len());
        let groups = Groups::of::<L, SINGLE_CALL_SITE, INTERLEAVED, T>(lanes, self);
        let Groups {
            main,
            last,
            interleaved,
            end,
            ..
        } = groups;
        if const { S::BY_ROWS } && !interleaved {
            let done = |folds: &mut A, is_whole: bool, is_first: bool| match (BATCHED, is_whole) {
                (true, true) if SINGLE_CALL_SITE => flush(folds),
                (true, true) if is_first => begin(folds),
                (true, true) => commit(folds),
                _ => flush(folds),
            };
            return self.groups_in_rows(groups, sources, out, folds, body, done);
        }
        let cyclic = lanes.order() == Order::Cyclic;
        let neighbours = |first: usize, range: usize| LaneGroup {
            first,
            stride: 1,
            any: 0,
            range,
            range_stride: 0,
            width: L.min(len - first),
        };
        let swept = main * L;
        let prefetch = match interleaved {
            // The ranges are several arrays to the processor, which it looks ahead in.
            true => Prefetch::NONE,
            false => Prefetch::of(self.all(), T::WRITES, T::ACCESSES.has_dense()),
        };
        let group_of = |number: usize| {
            if cyclic {
                neighbours(number * L, 0)
            } else if interleaved {
                LaneGroup {
                    first: number,
                    stride: main,
                    any: 0,
                    range: 0,
                    range_stride: 1,
                    width: L,
                }
            } else {
                neighbours(number * L, groups.range_of(number))
            }
        };
        // The rest belongs to one range. Where a group has an element of each, the elements
        // come one by one: a batched fold has room for one in a lane.
        let rest_of = |first: usize| match interleaved {
            true => LaneGroup {
                any: last,
                width: 1,
                ..neighbours(first, last)
            },
            false => neighbours(first, last),
        };
        let width = match interleaved {
            true => 1,
            false => L,
        };
        // A value whose address is taken is in memory all the time: a copy of the folds.
        let mut own = *folds;
        // SAFETY: as in `each`; the groups cover each position once, `main` of
        // `L` positions and then what is left, unless that is left out: then the
        // target is not written, and the sweep not called complete. Lanes are
        // below `L`.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                if SINGLE_CALL_SITE && INTERLEAVED {
                    // One place where the body is called, of lanes with fixed numbers.
                    for number in 0..main + (end - swept) {
                        let whole = number < main;
                        for j in 0..L {
                            if whole || j == last {
                                let k = j * main + number;
                                let (items, olds) = (sources.get(k), cursor.old(k));
                                let lane = Lane::new(j, j);
                                let values = body(&mut own, start + k, lane, items, olds)?;
                                cursor.put(k, values);
                            }
                        }
                        match (BATCHED, whole) {
                            (true, true) if number == 0 => begin(&mut own),
                            (true, true) => commit(&mut own),
                            _ => flush(&mut own),
                        }
                    }
                    return Ok(cursor);
                }
                if SINGLE_CALL_SITE {
                    // One place where the body is called, for all groups.
                    for number in 0..main + (end - swept).div_ceil(width) {
                        let group = match number < main {
                            true => group_of(number),
                            false => rest_of(swept + (number - main) * width),
                        };
                        sources.fetch(prefetch, group.first, L);
                        sources.group::<T, A, B, L>(
                            start,
                            &mut cursor,
                            group,
                            &mut own,
                            &mut body,
                        )?;
                        flush(&mut own);
                    }
                    return Ok(cursor);
                }
                let whole = |number: usize| LaneGroup {
                    // Known when this is compiled.
                    width: L,
                    ..group_of(number)
                };
                if BATCHED && main > 0 {
                    let group = whole(0);
                    sources.group::<T, A, B, L>(start, &mut cursor, group, &mut own, &mut body)?;
                    begin(&mut own);
                }
                let in_rounds = !BATCHED
                    && !INTERLEAVED
                    && interleaved
                    && const { L > ROUND && L.is_multiple_of(ROUND) };
                if in_rounds {
                    const { assert!(L <= 4 * ROUND, "four rounds") };
                    /// The groups of the lanes of a round, whose numbers are known when this is compiled.
                    macro_rules! rounds {
                        ($($round:literal)*) => {$(
                            if $round * ROUND < L {
                                for number in 0..main {
                                    one_at_a_time();
                                    for j in 0..ROUND {
                                        let j = $round * ROUND + j;
                                        let k = j * main + number;
                                        let (items, olds) = (sources.get(k), cursor.old(k));
                                        let lane = Lane::new(j, j).of(true);
                                        let values = body(&mut own, start + k, lane, items, olds)?;
                                        cursor.put(k, values);
                                    }
                                }
                            }
                        )*};
                    }
                    rounds!(0 1 2 3);
                }
                let groups = match in_rounds {
                    true => main..main,
                    false => usize::from(BATCHED)..main,
                };
                for number in groups {
                    one_at_a_time();
                    let group = whole(number);
                    sources.fetch(prefetch, group.first, L);
                    sources.group::<T, A, B, L>(start, &mut cursor, group, &mut own, &mut body)?;
                    commit(&mut own);
                }
                for first in (swept..end).step_by(width) {
                    let group = rest_of(first);
                    sources.group::<T, A, B, L>(start, &mut cursor, group, &mut own, &mut body)?;
                    flush(&mut own);
                }
                Ok(cursor)
            })?;
            if end == len {
                out.complete(cursor);
            }
        }
        *folds = own;
        Ok(())
    }
}

/// Stands in a loop over groups of lanes, and is no instruction.
///
/// LLVM makes vectors of the lanes of a group. Where it knows enough of a loop it rather makes them
/// of one lane of several groups, whose elements it gathers one by one. A loop with assembler in
/// it, it leaves as it is.
#[cfg(not(debug_assertions))]
#[inline(always)]
fn one_at_a_time() {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: it is empty.
    unsafe {
        std::arch::asm!("", options(nomem, nostack, preserves_flags));
    }
}
