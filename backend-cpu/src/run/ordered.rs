//! Loops whose blocks may wait for those to their left.

use std::cell::Cell;

use super::Cut;
use super::in_rounds::{InRounds, Of};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::distribute::Rounds;
#[cfg(feature = "programs")]
use crate::down::{ColumnStates, Down};
use crate::error::{Fault, Stop};
use crate::look_back::Chain;
use crate::partials::Partials;
use crate::simd::{Baseline, BlockBody, SimdPolicy, WithAvx2, WithAvx512, given};
use crate::sink::{Out, Sinks};

/// One execution of a loop whose blocks may wait for those to their left, by
/// [chains](Ordered::chain).
///
/// Blocks of two starts must never share a chain, so that it is not `Sync`: it
/// is started by one thread, and once.
///
/// ```compile_fail,E0277
/// let run = fusus_cpu::Run::parallel(1000, 1).ordered();
/// std::thread::scope(|threads| {
///     threads.spawn(|| run.blocks((), |_, _| Ok(())).map(drop));
/// });
/// ```
#[derive(Debug)]
pub struct Ordered {
    pub(super) blocks: Blocks,
    pub(super) started: Cell<bool>,
}

impl Ordered {
    /// A chain for the scans of this loop, into which `seed` enters from the
    /// left.
    ///
    /// # Errors
    ///
    /// No memory for the prefixes of all blocks.
    #[inline]
    pub fn chain<P: Copy + Send + Sync>(&self, seed: P) -> Result<Chain<'_, P>, Fault> {
        self.blocks.chain();
        Chain::new(&self.blocks, seed)
    }

    /// Does `job` with a [chain](Ordered::chain) into which `seed` enters.
    ///
    /// The seed is asked for first, but stands behind the job: so the job says
    /// of which type it is, and one of another type is a mistake at the seed.
    ///
    /// # Errors
    ///
    /// The faults of the job; and no memory for the prefixes of all blocks.
    #[inline]
    pub fn chained<P: Copy + Send + Sync, R>(
        &self,
        job: impl FnOnce(&Chain<'_, P>) -> Result<R, Fault>,
        seed: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        job(&self.chain(seed())?)
    }

    /// Does `job` with a chain of which the prefixes of all blocks are known, or none: then the seed enters
    /// it. These are asked for first, as with [`chained`](Ordered::chained).
    ///
    /// # Errors
    ///
    /// As for [`chained`](Ordered::chained).
    ///
    /// # Panics
    ///
    /// Panics where the prefixes of some blocks are known alone.
    #[inline]
    pub fn chained_knowing<'r, P: Copy + Send + Sync + 'r, R>(
        &'r self,
        job: impl FnOnce(&Chain<'r, P>) -> Result<R, Fault>,
        entering: impl FnOnce() -> (P, &'r [P]),
    ) -> Result<R, Fault> {
        self.blocks.chain();
        let (seed, known) = entering();
        job(&Chain::known(&self.blocks, seed, known)?)
    }

    /// Does `job` with a state for each of so many columns, which goes down `rows` rows and begins
    /// anew then. The seeds are asked for first, as with [`chained`](Ordered::chained).
    ///
    /// # Errors
    ///
    /// The faults of the job; and no memory for the states.
    #[cfg(feature = "programs")]
    #[inline]
    pub fn down<P: ColumnStates, R>(
        &self,
        rows: usize,
        columns: usize,
        job: impl FnOnce(&Down<'_, P>) -> Result<R, Fault>,
        seeds: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        self.blocks.chain();
        job(&Down::new(&self.blocks, [rows, columns], seeds())?)
    }

    /// Returns the length and number of its blocks.
    #[inline]
    #[must_use]
    pub fn cut(&self) -> Cut {
        Cut::of(&self.blocks)
    }

    /// Does its blocks in two rounds: those before the first one that needs what other processes send, and
    /// then the others.
    #[inline]
    pub fn in_rounds<'w>(&'w self, rounds: Rounds<'w>) -> InRounds<'w> {
        InRounds {
            of: Of::Ordered(self),
            rounds,
        }
    }

    /// Does the loop, as [`Run::blocks`](super::Run::blocks) does.
    ///
    /// # Errors
    ///
    /// As for [`Run::blocks`](super::Run::blocks).
    ///
    /// # Panics
    ///
    /// As for [`Run::blocks`](super::Run::blocks), and where it has been done before.
    #[inline]
    pub fn blocks<S, R, F>(&self, sinks: S, block: F) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &Baseline(block))
    }

    /// Does the loop, as [`Run::blocks_simd`](super::Run::blocks_simd) does.
    ///
    /// # Errors
    ///
    /// As for [`Run::blocks`](super::Run::blocks).
    ///
    /// # Panics
    ///
    /// As for [`blocks`](Ordered::blocks).
    #[inline]
    pub fn blocks_simd<P, S, R, F, G>(
        &self,
        policy: P,
        sinks: S,
        baseline: F,
        avx2: G,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        P: SimdPolicy,
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &WithAvx2::new(policy, baseline, avx2))
    }

    /// Does the loop, as [`Run::blocks_widest`](super::Run::blocks_widest) does.
    ///
    /// # Errors
    ///
    /// As for [`Run::blocks`](super::Run::blocks).
    ///
    /// # Panics
    ///
    /// As for [`blocks`](Ordered::blocks).
    #[inline]
    pub fn blocks_widest<S, R, F, G, H>(
        &self,
        sinks: S,
        baseline: F,
        avx2: G,
        avx512: H,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        H: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &WithAvx512::new(baseline, avx2, avx512))
    }

    #[inline]
    fn start<S, R, B>(&self, sinks: S, body: &B) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R>,
    {
        self.once().run_here::<S, R, _>(sinks, given(body))
    }

    /// Its blocks, which are done once.
    #[inline]
    pub(super) fn once(&self) -> &Blocks {
        assert!(!self.started.replace(true), "a run was started twice");
        &self.blocks
    }
}
