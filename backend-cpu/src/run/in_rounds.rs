//! Loops in two rounds: blocks that need what other processes send are done last.

use super::{Ordered, Run};
use crate::block::Block;
use crate::distribute::Rounds;
use crate::error::{Fault, Stop};
use crate::partials::Partials;
use crate::simd::{Baseline, BlockBody, SimdPolicy, WithAvx2, WithAvx512, given};
use crate::sink::{Out, Sinks};

/// A loop whose blocks are done in two rounds. Where these have to be done from left to right, the first round
/// has those before the first one that needs messages. All results are those of one round.
#[derive(Debug)]
#[must_use]
pub struct InRounds<'w> {
    pub(super) of: Of<'w>,
    pub(super) rounds: Rounds<'w>,
}

/// The loop.
#[derive(Debug)]
pub(super) enum Of<'w> {
    Any(Run),
    Ordered(&'w Ordered),
}

impl InRounds<'_> {
    /// Does the loop, as [`Run::blocks`] does.
    ///
    /// # Errors
    ///
    /// As for [`Run::blocks`].
    ///
    /// # Panics
    ///
    /// As for [`Run::blocks`].
    #[inline]
    pub fn blocks<S, R, F>(self, sinks: S, block: F) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &Baseline(block))
    }

    /// Does the loop, as [`Run::blocks_simd`] does.
    ///
    /// # Errors
    ///
    /// As for [`Run::blocks`].
    ///
    /// # Panics
    ///
    /// As for [`Run::blocks`].
    #[inline]
    pub fn blocks_simd<P, S, R, F, G>(
        self,
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

    /// Does the loop, as [`Run::blocks_widest`] does.
    ///
    /// # Errors
    ///
    /// As for [`Run::blocks`].
    ///
    /// # Panics
    ///
    /// As for [`Run::blocks`].
    #[inline]
    pub fn blocks_widest<S, R, F, G, H>(
        self,
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
    fn start<S, R, B>(self, sinks: S, body: &B) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R>,
    {
        let (body, rounds) = (given(body), Some(&self.rounds));
        match self.of {
            Of::Any(run) => {
                let blocks = run.all_of_long(S::ACCESSES.wait());
                blocks.run_calling::<S, R, _>(sinks, body, rounds)
            }
            Of::Ordered(run) => run.once().run_calling::<S, R, _>(sinks, body, rounds),
        }
    }
}
