//! The closure of a block, and the instructions that it is compiled for.

use std::marker::PhantomData;

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
pub(crate) use avx2::has_avx2;
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
use avx2::{part_with_avx2, with_avx2};

use crate::block::Block;
use crate::blocks::{Blocks, SHORT};
use crate::error::Stop;
use crate::sink::{Out, Sinks};

/// The closure of a block.
pub(crate) trait BlockBody<S: Sinks, R>: Sync {
    fn call(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop>;

    /// Returns true if a loop is done with the baseline instructions on all machines.
    fn is_baseline(&self, blocks: &Blocks) -> bool;

    /// Does it with them.
    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop>;
}

/// With the instructions that the crate was compiled for.
pub(crate) struct Baseline<F>(pub(crate) F);

impl<S, R, F> BlockBody<S, R> for Baseline<F>
where
    S: Sinks,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
    #[inline(always)]
    fn call(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        (self.0)(block, out)
    }

    #[inline(always)]
    fn is_baseline(&self, _blocks: &Blocks) -> bool {
        true
    }

    #[inline(always)]
    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        (self.0)(block, out)
    }
}

/// With wide instructions where the machine has them.
///
/// The two closures do the same. LLVM compiles a closure for the instructions
/// of the function into which it inlines it, and it inlines one of any size
/// only where it is called from a single place: hence two.
pub(crate) struct WithAvx2<P, F, G> {
    policy: PhantomData<P>,
    baseline: F,
    avx2: G,
}

impl<P, F, G> WithAvx2<P, F, G> {
    #[inline(always)]
    pub(crate) fn new(_policy: P, baseline: F, avx2: G) -> Self {
        WithAvx2 {
            policy: PhantomData,
            baseline,
            avx2,
        }
    }
}

/// The SIMD policy: the loops of a program that have wider instructions than the baseline.
///
/// It is a type, so that code that it rules out is not compiled.
pub trait SimdPolicy: Copy + Sync {
    /// Returns true if these loops have the baseline instructions.
    #[doc(hidden)]
    fn is_baseline(blocks: &Blocks) -> bool;
}

/// All: arithmetic takes the time.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// Long ones. So simple a loop saves less in a short one than the way to the
/// instructions costs.
#[derive(Clone, Copy, Debug)]
pub struct Long;

/// Loops whose arrays may lie in the caches. Of a loop that waits for memory, half of the wide
/// accesses to an array cross a line, and the others take no less time.
#[derive(Clone, Copy, Debug)]
pub struct Cached;

/// Long ones of those.
#[derive(Clone, Copy, Debug)]
pub struct LongCached;

impl SimdPolicy for Always {
    #[inline(always)]
    fn is_baseline(_blocks: &Blocks) -> bool {
        false
    }
}

impl SimdPolicy for Long {
    #[inline(always)]
    fn is_baseline(blocks: &Blocks) -> bool {
        blocks.len() < SHORT && blocks.rows() == 1
    }
}

impl SimdPolicy for Cached {
    #[inline(always)]
    fn is_baseline(blocks: &Blocks) -> bool {
        !blocks.is_cached()
    }
}

impl SimdPolicy for LongCached {
    #[inline(always)]
    fn is_baseline(blocks: &Blocks) -> bool {
        Long::is_baseline(blocks) || Cached::is_baseline(blocks)
    }
}

impl Block<'_> {
    /// Does a part of the work of a block, with wide instructions as
    /// [`Run::blocks_simd`](crate::Run::blocks_simd) does all of it: of several parts one
    /// closure would be too large for LLVM to inline it. `state` is the state that the part
    /// changes.
    ///
    /// # Errors
    ///
    /// Those of the part.
    #[inline(always)]
    pub fn simd<P: SimdPolicy, A, R>(
        &self,
        _policy: P,
        state: A,
        baseline: impl FnOnce(A) -> Result<R, Stop>,
        avx2: impl FnOnce(A) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if !P::is_baseline(self.all()) && has_avx2() {
            // SAFETY: the machine has these instructions.
            return unsafe { part_with_avx2(state, avx2) };
        }
        let _ = avx2;
        baseline(state)
    }
}

impl<S, R, P, F, G> BlockBody<S, R> for WithAvx2<P, F, G>
where
    S: Sinks,
    P: SimdPolicy,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
    #[inline(always)]
    fn call(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if !P::is_baseline(block.all()) && has_avx2() {
            // SAFETY: the machine has these instructions.
            return unsafe { with_avx2(&self.avx2, block, out) };
        }
        let _ = &self.avx2;
        (self.baseline)(block, out)
    }

    #[inline(always)]
    fn is_baseline(&self, blocks: &Blocks) -> bool {
        P::is_baseline(blocks)
    }

    #[inline(always)]
    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        (self.baseline)(block, out)
    }
}

/// The instructions of x86-64-v3.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2 {
    use std::sync::atomic::{AtomicU8, Ordering};

    use crate::block::Block;
    use crate::error::Stop;
    use crate::sink::{Out, Sinks};

    /// The values of [`USED`].
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;

    static USED: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// Returns true if they are to be used: the machine has them, and the environment, which is
    /// asked once, does not say `FUSUS_WIDE=0`.
    #[inline]
    pub(crate) fn has_avx2() -> bool {
        // Of a `LazyLock` more would be inlined into each loop.
        match USED.load(Ordering::Relaxed) {
            UNKNOWN => ask(),
            known => known == YES,
        }
    }

    #[cold]
    #[inline(never)]
    fn ask() -> bool {
        use std::arch::is_x86_feature_detected as has;
        let used = has!("avx2")
            && has!("bmi1")
            && has!("bmi2")
            && has!("fma")
            && has!("lzcnt")
            && has!("movbe")
            && has!("popcnt")
            && std::env::var_os("FUSUS_WIDE").is_none_or(|wide| wide != "0");
        USED.store(if used { YES } else { NO }, Ordering::Relaxed);
        used
    }

    /// Calls `body` compiled for them. LLVM does not contract `a * b + c` by
    /// itself, so that the same bits come out.
    ///
    /// # Safety
    ///
    /// The machine must have the instructions.
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    pub(super) unsafe fn with_avx2<S, R, G>(
        body: &G,
        block: &Block<'_>,
        out: &mut Out<'_, S>,
    ) -> Result<R, Stop>
    where
        S: Sinks,
        G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop>,
    {
        body(block, out)
    }

    /// Calls a sub-loop compiled for them.
    ///
    /// # Safety
    ///
    /// As for [`with_avx2`].
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    pub(super) unsafe fn part_with_avx2<A, R>(
        state: A,
        part: impl FnOnce(A) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        part(state)
    }
}
