//! The sweep that partitions the elements of one array among the results of several filters.

#[cfg(not(debug_assertions))]
use std::mem::MaybeUninit;

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::prefetch::Prefetch;
#[cfg(not(debug_assertions))]
use crate::sink::{NEIGHBOURS, Target, by_words};
use crate::sink::{Out, Partition};
use crate::source::Sources;

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
    pub fn partition<'o, S, T, D, B>(
        &self,
        sources: S,
        out: &mut Out<'o, D>,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        D: Partition<T>,
        B: FnMut(usize, S::Items, D::Olds<'o>) -> Result<(T, D::Answers), Fault>,
    {
        #[cfg(not(debug_assertions))]
        if by_words::<T, D>() {
            return self.partition_by_words(sources, out, body);
        }
        self.each_unrolled(sources, out, |i, items, olds| match body(i, items, olds) {
            Ok((element, answers)) => Ok(D::values(element, answers)),
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
    fn partition_by_words<'o, S, T, D, B>(
        &self,
        sources: S,
        out: &mut Out<'o, D>,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        D: Partition<T>,
        B: FnMut(usize, S::Items, D::Olds<'o>) -> Result<(T, D::Answers), Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        let (start, len) = (self.start(), self.len());
        let rest = len / NEIGHBOURS * NEIGHBOURS;
        let prefetch = Prefetch::of(self.all(), true, D::DENSE);
        // SAFETY: as in `each`; for each position up to the end of the neighbours there is room in
        // each result, of which no position before them takes more than its own.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                for first in (0..rest).step_by(NEIGHBOURS) {
                    sources.fetch(prefetch, first, NEIGHBOURS);
                    let sources = sources.from(first);
                    let mut elements = [const { MaybeUninit::uninit() }; NEIGHBOURS];
                    let mut words = D::words();
                    for j in 0..NEIGHBOURS {
                        let olds = D::old(&cursor, first + j);
                        let (element, answers) = body(start + first + j, sources.get(j), olds)?;
                        elements[j].write(element);
                        D::gather(&mut words, j, &answers);
                    }
                    D::copy(&mut cursor, &words, &elements);
                }
                for k in rest..len {
                    let olds = D::old(&cursor, k);
                    let (element, answers) = body(start + k, sources.get(k), olds)?;
                    D::put(&mut cursor, k, D::values(element, answers));
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }
}
