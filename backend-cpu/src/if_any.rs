//! Sweeps for folds whose step rarely changes the accumulator.

use crate::accumulator::Accumulator;
use crate::block::Block;
use crate::error::Fault;
use crate::lane::{Lane, Lanes};
use crate::op::Commutes;
use crate::source::Sources;

/// The number of neighbours that are asked at once: `f32`s of two vectors.
///
/// `steps-that-change-nothing.md`.
#[cfg(not(debug_assertions))]
const ASKED: usize = 16;

impl Block<'_> {
    /// [`lanes`](Block::lanes) for one fold with accumulators and for no sinks, whose `body`
    /// changes nothing where `condition` does not hold.
    ///
    /// A block with a single accumulator first asks the condition for several neighbours, with the
    /// accumulator before them. If it holds for none, no step would have changed the accumulator,
    /// and the body is not called.
    ///
    /// # Errors
    ///
    /// As for [`lanes`](Block::lanes).
    ///
    /// # Panics
    ///
    /// As for [`lanes`](Block::lanes).
    #[inline(always)]
    pub fn lanes_if_any<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        S,
        A,
        O,
        C,
        B,
    >(
        &self,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        sources: S,
        accumulator: &mut Accumulator<A, O, L>,
        #[cfg_attr(debug_assertions, allow(unused_variables))] condition: C,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        O: Commutes<A>,
        C: Fn(&A, usize, S::Items) -> bool,
        B: FnMut(&mut Accumulator<A, O, L>, usize, Lane<L>, S::Items, ()) -> Result<(), Fault>,
    {
        #[cfg(not(debug_assertions))]
        if accumulator.single().is_some() {
            return self.groups_if_any(sources, accumulator, condition, body);
        }
        self.lanes(lanes, sources, &mut (), |i, lane, items, ()| {
            body(accumulator, i, lane, items, ())
        })
    }

    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn groups_if_any<const L: usize, S, A, O, C, B>(
        &self,
        sources: S,
        accumulator: &mut Accumulator<A, O, L>,
        condition: C,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        O: Commutes<A>,
        C: Fn(&A, usize, S::Items) -> bool,
        B: FnMut(&mut Accumulator<A, O, L>, usize, Lane<L>, S::Items, ()) -> Result<(), Fault>,
    {
        sources.check(self.run_len());
        let (start, len) = (self.start(), self.len());
        // SAFETY: the block's positions are within the loop, and by `check` within the sources.
        let sources = unsafe { sources.from(start) };
        let mut first = 0;
        while first < len {
            let width = ASKED.min(len - first);
            // Of fewer at the end of the block each one is asked by its step.
            let mut any = width < ASKED;
            if let Some(state) = accumulator.single().filter(|_| !any) {
                for k in first..first + ASKED {
                    // SAFETY: as above.
                    any |= condition(state, start + k, unsafe { sources.get(k) });
                }
            }
            if any {
                for k in first..first + width {
                    // SAFETY: as above.
                    let items = unsafe { sources.get(k) };
                    body(accumulator, start + k, Lane::first(), items, ())?;
                }
            }
            first += width;
        }
        Ok(())
    }
}
