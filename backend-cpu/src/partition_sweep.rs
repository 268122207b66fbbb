//! The sweep that partitions the elements of one array among the results of several filters.

#[cfg(not(debug_assertions))]
use std::mem::MaybeUninit;

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::prefetch::Prefetch;
#[cfg(not(debug_assertions))]
use crate::sink::{Cursor, NEIGHBOURS, by_words};
use crate::sink::{Partition, Target};
use crate::source::Sources;

/// An element of the array, and the answers of the filters for it.
type Answered<T, E> = (E, <<T as Target>::Cursor as Partition<E>>::Answers);

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
        if const { !S::PADDED } && by_words::<E, T::Cursor>() {
            return self.partition_by_words(sources, out, body);
        }
        self.each_unrolled(sources, out, |i, items, olds| match body(i, items, olds) {
            Ok((element, answers)) => Ok(T::Cursor::values(element, answers)),
            Err(fault) => Err(fault),
        })
    }

    /// [`partition`](Block::partition), with the answers for several neighbours in words.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    #[allow(
        clippy::needless_range_loop,
        reason = "one counter for sources and elements"
    )]
    fn partition_by_words<S, T, E, B>(
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
        let rest = len / NEIGHBOURS * NEIGHBOURS;
        let prefetch = Prefetch::of(self.all(), T::WRITES, T::ACCESSES.has_dense());
        // SAFETY: as in `each`; for each position up to the end of the neighbours there is room in
        // each result, of which no position before them takes more than its own.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                for first in (0..rest).step_by(NEIGHBOURS) {
                    sources.fetch(prefetch, first, NEIGHBOURS);
                    let sources = sources.from(first);
                    let mut elements = [const { MaybeUninit::uninit() }; NEIGHBOURS];
                    let mut words = T::Cursor::words();
                    for j in 0..NEIGHBOURS {
                        let olds = cursor.old(first + j);
                        let (element, answers) = body(start + first + j, sources.get(j), olds)?;
                        elements[j].write(element);
                        T::Cursor::gather(&mut words, j, &answers);
                    }
                    cursor.copy(&words, &elements);
                }
                for k in rest..len {
                    let olds = cursor.old(k);
                    let (element, answers) = body(start + k, sources.get(k), olds)?;
                    cursor.put(k, T::Cursor::values(element, answers));
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }
}
