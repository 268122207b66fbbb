//! The totals of a loop, computed from the rows that are here at a time: those of a block, those of the
//! values of a process, or all.

use super::summed::{Along, MEMORY, Way};
use super::values::Values;
use super::{Moved, Rows, Summed};
use fusus_cpu::{AllTotals, Fault, Run};
use std::ops::Range;

impl Summed<'_> {
    /// The totals of the positions of this process, or nothing where the loop computes them; `job`
    /// computes those that the rows which are here tell. Collective.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals.
    ///
    /// # Panics
    ///
    /// If there is none while other processes wait for them.
    pub fn totals<D: Moved>(
        &self,
        arrays: &[&dyn Rows],
        mut job: impl FnMut(&mut Progress<'_, D>),
    ) -> Result<D, Fault> {
        let mut progress = Progress::first(self);
        match &self.way {
            Way::All => {
                arrays.iter().for_each(|rows| rows.take_all());
                job(&mut progress);
            }
            Way::Own(bounds) => {
                let wanted = bounds.windows(2).map(|bounds| bounds[0]..bounds[1]);
                let wanted: Vec<Range<u64>> = wanted.collect();
                self.part.while_rows_come(arrays, &wanted, &mut || {});
                job(&mut progress);
            }
            Way::Blocks(bounds) => self.in_blocks(arrays, bounds, &mut |values, is_last| {
                progress.next(values, is_last);
                job(&mut progress);
            }),
        }
        progress.done()
    }

    /// Does a job for the rows of one block after the other, each of which comes while the one before it is
    /// worked on.
    ///
    /// Totals take their terms in order, so that all processes begin with the first block. With other rows
    /// each begins with its own, and all blocks are on their way at a time.
    fn in_blocks(
        &self,
        arrays: &[&dyn Rows],
        bounds: &[u64],
        job: &mut dyn FnMut(Range<usize>, bool),
    ) {
        let (size, rank, count) = (
            self.part.world.size(),
            self.part.world.rank(),
            bounds.len() - 1,
        );
        let of_round = |round: usize| -> Vec<Range<u64>> {
            let blocks = (0..size).map(|rank| match self.along {
                Along::Terms(_) => round,
                Along::Index(_) => (rank * count / size + round) % count,
            });
            blocks
                .map(|block| bounds[block]..bounds[block + 1])
                .collect()
        };
        self.part.while_rows_come(arrays, &of_round(0), &mut || {});
        for round in 0..count {
            let values = of_round(round)[rank].clone();
            let mut work = || {
                job(
                    values.start as usize..values.end as usize,
                    round + 1 == count,
                )
            };
            match round + 1 < count {
                true => self
                    .part
                    .while_rows_come(arrays, &of_round(round + 1), &mut work),
                false => work(),
            }
        }
    }
}

/// The totals of the positions of a process, as far as they have come.
#[derive(Debug)]
pub struct Progress<'s, D> {
    summed: &'s Summed<'s>,
    /// The values whose rows are here, and whether they are the last ones; all that this process has of
    /// them is done at once where there are none.
    block: Option<(Range<usize>, bool)>,
    /// The totals of areas, where other terms follow.
    areas: Vec<Option<D>>,
    done: Result<Option<D>, Fault>,
}

impl<'s, D: Moved> Progress<'s, D> {
    pub(super) fn first(summed: &'s Summed<'s>) -> Progress<'s, D> {
        Progress {
            summed,
            block: None,
            areas: Vec::new(),
            done: Ok(None),
        }
    }

    pub(super) fn next(&mut self, values: Range<usize>, is_last: bool) {
        self.block = Some((values, is_last));
    }

    pub(super) fn done(self) -> Result<D, Fault> {
        Ok(self.done?.expect("some totals are computed for each block"))
    }

    /// Computes the totals as far as the rows that are here tell them.
    ///
    /// # Panics
    ///
    /// If there is no memory for them while other processes wait.
    pub fn totals<L>(&mut self, run: Run, totals: L)
    where
        L: AllTotals<Done = D> + Sync,
    {
        let Some((values, is_last)) = self.block.clone() else {
            self.done = self.summed.at_once(run, totals).map(Some);
            return;
        };
        let (summed, own) = (self.summed, self.summed.own());
        let sizes = &summed.sizes;
        let (here, terms) = match summed.along {
            Along::Index(index) => (Values::of(sizes, index, values), None),
            // The positions of a loop over one index are columns.
            Along::Terms(_) if sizes.len() == 1 => {
                (Values::of(sizes, 0, own.clone()), Some(values))
            }
            Along::Terms(_) => (Values::of(sizes, 0, 0..sizes[0]), Some(values)),
        };
        let areas = here.areas(&here.among(&own));
        self.areas.resize_with(areas.count(), || None);
        let done = run.resumed_totals(totals, (&areas, 0), terms.as_ref(), &mut self.areas);
        done.expect(MEMORY);
        if terms.is_some() && !is_last {
            return;
        }
        let Ok(all) = &mut self.done else {
            return;
        };
        let all = all.get_or_insert_with(L::nothing);
        for (number, done) in self.areas.drain(..).enumerate() {
            let done = done.expect("all areas are done");
            all.place(own.len(), &done, &here.places((&areas, number), &own));
        }
    }
}
