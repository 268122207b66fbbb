//! The sweep that partitions the elements of one array among the results of several filters.

#[cfg(not(debug_assertions))]
use std::mem::MaybeUninit;

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::prefetch::Prefetch;
#[cfg(debug_assertions)]
use crate::sink::Cursor;
#[cfg(not(debug_assertions))]
use crate::sink::{Cursor, NEIGHBOURS, by_words};
use crate::sink::{Partition, Target};
use crate::source::Sources;

/// The most results of numbers of which a vector is compacted at a time, each to all of them.
///
/// `partition-among-results.md`.
#[cfg(not(debug_assertions))]
const MOST_IN_VECTORS: usize = 4;

/// An element of the array, and the answers of the filters for it.
type Answered<T, E> = (E, <<T as Target>::Cursor as Partition<E>>::Answers);

/// Partitions with the answers for several neighbours in words: `body` is called for them, `rest` for
/// those that are left.
#[cfg(not(debug_assertions))]
macro_rules! in_words {
    ($block:expr, $sources:ident, $out:ident, $body:ident, $rest:ident) => {{
        $sources.check($block.run_len());
        $out.check($block);
        let (start, len) = ($block.start(), $block.len());
        let whole = len / NEIGHBOURS * NEIGHBOURS;
        let prefetch = Prefetch::of($block.all(), T::WRITES, T::ACCESSES.has_dense());
        // SAFETY: as in `each`; for each position up to the end of the neighbours there is room in
        // each result, of which no position before them takes more than its own.
        unsafe {
            let sources = $sources.from(start);
            let cursor = $out.sweep(|mut cursor| {
                for first in (0..whole).step_by(NEIGHBOURS) {
                    sources.fetch(prefetch, first, NEIGHBOURS);
                    let sources = sources.from(first);
                    let mut elements = [const { MaybeUninit::uninit() }; NEIGHBOURS];
                    let mut words = T::Cursor::words();
                    for (j, place) in elements.iter_mut().enumerate() {
                        let olds = cursor.old(first + j);
                        let (element, answers) = $body(start + first + j, sources.get(j), olds)?;
                        place.write(element);
                        T::Cursor::gather(&mut words, j, &answers);
                    }
                    cursor.copy(&words, &elements);
                }
                for k in whole..len {
                    let olds = cursor.old(k);
                    let (element, answers) = $rest(start + k, sources.get(k), olds)?;
                    cursor.put(k, T::Cursor::values(element, answers));
                }
                Ok(cursor)
            })?;
            $out.complete(cursor);
        }
        Ok(())
    }};
}

impl Block<'_> {
    /// [`each`](Block::each) for results that filters keep of one array. The small body yields the
    /// element of that array, and the answers of the filters.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn partition<S, T, E, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        T::Cursor: Partition<E>,
        B: FnMut(usize, S::Items, T::Olds) -> Result<Answered<T, E>, Fault>,
    {
        #[cfg(not(debug_assertions))]
        if const { !S::PADDED && (!T::Cursor::IN_VECTORS || T::Cursor::RESULTS > MOST_IN_VECTORS) }
            && by_words::<E>()
        {
            return in_words!(self, sources, out, body, body);
        }
        #[cfg(debug_assertions)]
        if const { !S::PADDED && !S::BY_ROWS } {
            return self.partition_plainly(sources, out, body);
        }
        self.each_unrolled(sources, out, |i, items, olds| match body(i, items, olds) {
            Ok((element, answers)) => Ok(T::Cursor::values(element, answers)),
            Err(fault) => Err(fault),
        })
    }

    /// [`partition`](Block::partition) for filters that take long: the body is given as two closures with one
    /// text, of which `rest` is called for the positions that make no whole word of answers.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(unused_variables, unused_mut, reason = "as for `each_unrolled`")]
    pub fn partition_apart<S, T, E, B, R>(
        &self,
        sources: S,
        out: &mut T,
        mut body: B,
        mut rest: R,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        T::Cursor: Partition<E>,
        B: FnMut(usize, S::Items, T::Olds) -> Result<Answered<T, E>, Fault>,
        R: FnMut(usize, S::Items, T::Olds) -> Result<Answered<T, E>, Fault>,
    {
        #[cfg(not(debug_assertions))]
        if const { !S::PADDED } && by_words::<E>() {
            return in_words!(self, sources, out, body, rest);
        }
        #[cfg(debug_assertions)]
        if const { !S::PADDED && !S::BY_ROWS } {
            return self.partition_plainly(sources, out, rest);
        }
        self.each(sources, out, |i, items, olds| match rest(i, items, olds) {
            Ok((element, answers)) => Ok(T::Cursor::values(element, answers)),
            Err(fault) => Err(fault),
        })
    }

    /// [`partition`](Block::partition) without optimisation: of an element that some filters keep no other
    /// copies are made.
    #[cfg(debug_assertions)]
    #[inline(always)]
    fn partition_plainly<S, T, E, B>(
        &self,
        sources: S,
        out: &mut T,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        T::Cursor: Partition<E>,
        B: FnMut(usize, S::Items, T::Olds) -> Result<Answered<T, E>, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        let (start, len) = (self.start(), self.len());
        // SAFETY: as in `each`: each position is asked about once, and there is room for it in each result.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                // Copies: the captures of a closure lie behind a reference.
                let (start, len, sources) = (start, len, sources);
                let mut k = 0;
                while k < len {
                    match body(start + k, sources.get(k), cursor.old(k)) {
                        Ok(ref found) => cursor.share(&found.0, &found.1),
                        Err(fault) => return Err(fault),
                    }
                    k += 1;
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }
}
