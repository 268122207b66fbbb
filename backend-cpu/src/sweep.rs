//! Sweeps: the loops over the positions of a block.

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
use crate::sink::VECTOR;
use crate::sink::{Cursor, Reading, Sinks, Target};
use crate::source::Sources;
#[cfg(not(debug_assertions))]
use crate::source::{LaneGroup, Near, STAGED};

impl Block<'_> {
    /// Sweeps over the block in order. The body is given the position in the
    /// loop, one element of each source, and the old content of each sink; it
    /// yields the elements for the sinks.
    ///
    /// # Errors
    ///
    /// The first fault of the body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// Panics where a source has not the length of the loop, or `out` is another
    /// block's.
    #[inline(always)]
    pub fn each<S, T, B>(&self, sources: S, out: &mut T, body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        #[cfg(debug_assertions)]
        // SAFETY: checked.
        return unsafe { self.each_plainly(sources, out, body) };
        #[cfg(not(debug_assertions))]
        match const { S::PADDED || S::BY_ROWS } {
            true => self.each_in_pieces(sources, out, body),
            false => self.each_prefetched(sources, out, body),
        }
    }

    /// [`each`](Block::each), when everything is checked, for arrays that are read outside of their
    /// ends or by rows: what is inside is one piece of each row, and what is not is read in small ones.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn each_in_pieces<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let (start, len) = (self.start(), self.len());
        // SAFETY: as in `each_prefetched`; a piece that is not inside is no longer than a stage, and
        // each is in a row.
        unsafe {
            let sources = sources.from(start);
            let inside = sources.inside(len);
            let mut stage = S::stage();
            let cursor = out.sweep(|mut cursor| {
                let mut first = 0;
                while first < len {
                    let end = match first {
                        _ if first < inside.start => inside.start.min(first + STAGED),
                        _ if first < inside.end => inside.end,
                        _ => len.min(first + STAGED),
                    };
                    let end = end.min(first.saturating_add(sources.row_rest(first)));
                    let near = sources.near(first, end - first, &mut stage);
                    for j in 0..end - first {
                        let k = first + j;
                        let olds = cursor.old(k);
                        match body(start + k, near.get(j), olds) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                    }
                    first = end;
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }

    /// [`each`](Block::each), when everything is checked, with elements asked for ahead of time.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn each_prefetched<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let (start, len) = (self.start(), self.len());
        let prefetch = Prefetch::of(self.all(), T::WRITES, T::ACCESSES.has_dense());
        // SAFETY: the block's positions are within the loop, and by `check`
        // within the sources; the target is of this block; each position is written once, and all
        // of them where the sweep is completed.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                for piece in prefetch.pieces(len) {
                    sources.fetch(prefetch, piece.start, piece.len());
                    let sources = sources.from(piece.start);
                    for j in 0..piece.len() {
                        let k = piece.start + j;
                        let items = sources.get(j);
                        let olds = cursor.old(k);
                        match body(start + k, items, olds) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                    }
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }

    /// [`each`](Block::each) for a sweep that stores elements, if there is room for them: the
    /// others take them from there.
    ///
    /// If the body fails, nothing is stored. The other sweeps will find that out, and the leftmost
    /// position that fails.
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn store<S, W, B>(&self, sources: S, mut temporaries: Reading<'_, W>, body: B)
    where
        S: Sources,
        W: Sinks,
        B: FnMut(
            usize,
            S::Items,
            <W::Reader as Cursor>::Old,
        ) -> Result<<W::Reader as Cursor>::Value, Fault>,
    {
        if temporaries.can_store() {
            let _ = self.each(sources, &mut temporaries, body);
        }
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
    pub fn each_unrolled<S, T, B>(&self, sources: S, out: &mut T, body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        #[cfg(debug_assertions)]
        return self.each(sources, out, body);
        #[cfg(not(debug_assertions))]
        match const { T::Cursor::IN_VECTORS && !S::PADDED && !S::BY_ROWS } {
            true => self.each_in_vectors(sources, out, body),
            false => self.each(sources, out, body),
        }
    }

    /// [`each`](Block::each), of which several neighbours are written at a time.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn each_in_vectors<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        let (start, len) = (self.start(), self.len());
        let groups = len / VECTOR;
        let prefetch = Prefetch::of(self.all(), T::WRITES, T::ACCESSES.has_dense());
        // SAFETY: as in `each`; `VECTOR` neighbours are put before each flush.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                for group in 0..groups {
                    sources.fetch(prefetch, group * VECTOR, VECTOR);
                    for j in 0..VECTOR {
                        let k = group * VECTOR + j;
                        let olds = cursor.old(k);
                        let values = body(start + k, sources.get(k), olds)?;
                        cursor.put_in_vector(k, j, values);
                    }
                    cursor.flush();
                }
                for k in groups * VECTOR..len {
                    let olds = cursor.old(k);
                    let values = body(start + k, sources.get(k), olds)?;
                    cursor.put(k, values);
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
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
                for number in usize::from(BATCHED)..main {
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
