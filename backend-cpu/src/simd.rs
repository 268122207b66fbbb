//! The closure of a block, and the instructions that it is compiled for.

mod policy;

use std::marker::PhantomData;

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
pub(crate) use wide::has_avx2;
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
use wide::{
    has_avx512, has_halves, part_with_avx2, part_with_avx512, with_avx2, with_avx512,
    work_with_avx2, work_with_avx512,
};

pub use self::policy::{Always, Cached, Long, LongCached, SimdPolicy};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::Stop;
use crate::sink::{Out, Sinks};

/// The closure of a block, of which only the sinks and the result are known.
pub(crate) trait Body<S: Sinks, R>: Sync {
    fn call(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop>;
}

/// The closure of a block, and the loops for which it has which instructions.
pub(crate) trait BlockBody<S: Sinks, R>: Body<S, R> {
    /// Set if no loop is done with the baseline instructions where the machine has others.
    const IS_WIDE: bool = false;

    /// Returns true if a loop is done with the baseline instructions on all machines.
    fn is_baseline(&self, blocks: &Blocks) -> bool;

    /// Does it with them.
    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop>;
}

/// The body as a loop gets it: itself, so that it is inlined.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) fn given<B>(body: &B) -> &B {
    body
}

/// The body as a loop gets it: behind a pointer. In a build without optimisation what stands around
/// the blocks of a loop is most of its code; it is compiled once for all loops of the same sinks and
/// results.
#[cfg(debug_assertions)]
#[inline(always)]
pub(crate) fn given<'b, S: Sinks, R, B: Body<S, R>>(body: &'b B) -> &'b (dyn Body<S, R> + 'b) {
    body
}

#[cfg(debug_assertions)]
impl<S: Sinks, R> BlockBody<S, R> for dyn Body<S, R> + '_ {
    // So that it is called in one place.
    const IS_WIDE: bool = true;

    fn is_baseline(&self, _blocks: &Blocks) -> bool {
        false
    }

    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        self.call(block, out)
    }
}

/// With the instructions that the crate was compiled for.
pub(crate) struct Baseline<F>(pub(crate) F);

impl<S, R, F> Body<S, R> for Baseline<F>
where
    S: Sinks,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
    #[inline(always)]
    fn call(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        (self.0)(block, out)
    }
}

impl<S, R, F> BlockBody<S, R> for Baseline<F>
where
    S: Sinks,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
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

/// With the widest instructions that the machine has.
pub(crate) struct WithAvx512<F, G, H> {
    with_avx2: WithAvx2<Always, F, G>,
    avx512: H,
}

impl<F, G, H> WithAvx512<F, G, H> {
    #[inline(always)]
    pub(crate) fn new(baseline: F, avx2: G, avx512: H) -> Self {
        WithAvx512 {
            with_avx2: WithAvx2::new(Always, baseline, avx2),
            avx512,
        }
    }
}

/// Work that is large, and gains from wide instructions: it is compiled once for each of them, in a
/// function of its own, and not as a part of the body of a block, which LLVM would not inline then.
pub(crate) trait Wide {
    /// Set if it multiplies and adds by operations of their own: a machine that does those of 64 bytes in
    /// two halves does no more of them at a time then than of 32 bytes, and the latter side by side.
    ///
    /// `tiles-of-totals.md`.
    const APART: bool = false;

    /// Does it. `WIDEST` says that there are 32 registers of 64 bytes. It must be inlined.
    fn run<const WIDEST: bool>(self);
}

/// Does some work with the widest instructions that the machine has.
#[inline(always)]
pub(crate) fn widely<W: Wide>(work: W) {
    // Without optimisation they gain nothing, and to compile the work for each of them takes long. Tests
    // of the runtime itself do all of it.
    if const { cfg!(all(debug_assertions, not(test))) } {
        return here(work);
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    {
        if has_avx512() && !(const { W::APART } && has_halves()) {
            // SAFETY: the machine has these instructions.
            return unsafe { work_with_avx512(work) };
        }
        if has_avx2() {
            // SAFETY: as above.
            return unsafe { work_with_avx2(work) };
        }
    }
    here(work);
}

/// Does some work with the instructions that the crate is compiled for.
#[inline(never)]
fn here<W: Wide>(work: W) {
    work.run::<{ cfg!(target_feature = "avx512f") }>();
}

impl Block<'_> {
    /// Does a part of the work of a block, with wide instructions as
    /// [`Run::blocks_simd`](crate::Run::blocks_simd) does all of it: of several parts one
    /// closure would be too large for LLVM to inline it. `state` is the state that the part
    /// changes.
    ///
    /// # Errors
    ///
    /// The errors of the part.
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

    /// Does a part of the work of a block, as [`simd`](Block::simd) does, with the widest
    /// instructions that the machine has.
    ///
    /// # Errors
    ///
    /// The errors of the part.
    #[inline(always)]
    pub fn widest<A, R>(
        &self,
        state: A,
        baseline: impl FnOnce(A) -> Result<R, Stop>,
        avx2: impl FnOnce(A) -> Result<R, Stop>,
        avx512: impl FnOnce(A) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if has_avx512() {
            // SAFETY: the machine has these instructions.
            return unsafe { part_with_avx512(state, avx512) };
        }
        let _ = avx512;
        self.simd(Always, state, baseline, avx2)
    }
}

impl<S, R, P, F, G> Body<S, R> for WithAvx2<P, F, G>
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
}

impl<S, R, P, F, G> BlockBody<S, R> for WithAvx2<P, F, G>
where
    S: Sinks,
    P: SimdPolicy,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
    const IS_WIDE: bool = P::IS_ALWAYS;

    #[inline(always)]
    fn is_baseline(&self, blocks: &Blocks) -> bool {
        P::is_baseline(blocks)
    }

    #[inline(always)]
    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        (self.baseline)(block, out)
    }
}

impl<S, R, F, G, H> Body<S, R> for WithAvx512<F, G, H>
where
    S: Sinks,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    H: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
    #[inline(always)]
    fn call(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if has_avx512() {
            // SAFETY: the machine has these instructions.
            return unsafe { with_avx512(&self.avx512, block, out) };
        }
        let _ = &self.avx512;
        self.with_avx2.call(block, out)
    }
}

impl<S, R, F, G, H> BlockBody<S, R> for WithAvx512<F, G, H>
where
    S: Sinks,
    F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    H: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
{
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn is_baseline(&self, _blocks: &Blocks) -> bool {
        false
    }

    #[inline(always)]
    fn call_baseline(&self, block: &Block<'_>, out: &mut Out<'_, S>) -> Result<R, Stop> {
        self.with_avx2.call_baseline(block, out)
    }
}

/// The instructions of x86-64-v3 and x86-64-v4.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod wide {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::Wide;
    use crate::block::Block;
    use crate::error::Stop;
    use crate::sink::{Out, Sinks};

    /// The values of [`USED`].
    const UNKNOWN: u8 = 0;
    const BASELINE: u8 = 1;
    const AVX2: u8 = 2;
    const HALVES: u8 = 3;
    const AVX512: u8 = 4;

    static USED: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// Returns true if the instructions of x86-64-v3 are to be used: the machine has them, and the
    /// environment, which is asked once, does not say `FUSUS_WIDE=0`.
    #[inline]
    pub(crate) fn has_avx2() -> bool {
        used() >= AVX2
    }

    /// Returns true if those of x86-64-v4 are to be used: the machine has them, and the environment
    /// says neither `FUSUS_WIDE=0` nor `FUSUS_WIDE=256`.
    #[inline]
    pub(super) fn has_avx512() -> bool {
        used() >= HALVES
    }

    /// Returns true if they are, and the machine does their operations in two halves.
    #[inline]
    pub(super) fn has_halves() -> bool {
        used() == HALVES
    }

    #[inline]
    fn used() -> u8 {
        // Of a `LazyLock` more would be inlined into each loop.
        match USED.load(Ordering::Relaxed) {
            UNKNOWN => ask(),
            known => known,
        }
    }

    #[cold]
    #[inline(never)]
    fn ask() -> u8 {
        use std::arch::is_x86_feature_detected as has;
        let has_v3 = has!("avx2")
            && has!("bmi1")
            && has!("bmi2")
            && has!("fma")
            && has!("lzcnt")
            && has!("movbe")
            && has!("popcnt");
        let has_v4 = has_v3
            && has!("avx512f")
            && has!("avx512bw")
            && has!("avx512cd")
            && has!("avx512dq")
            && has!("avx512vl");
        let widest = match (has_v3, has_v4) {
            (_, true) if is_zen4() => HALVES,
            (_, true) => AVX512,
            (true, false) => AVX2,
            (false, false) => BASELINE,
        };
        let asked = std::env::var_os("FUSUS_WIDE");
        let most = match asked.as_ref().and_then(|asked| asked.to_str()) {
            Some("0") => BASELINE,
            Some("256") => AVX2,
            _ => AVX512,
        };
        let used = widest.min(most);
        USED.store(used, Ordering::Relaxed);
        used
    }

    /// Returns true for AMD's family 19h, of which Zen 4 alone has the instructions of x86-64-v4.
    #[allow(unused_unsafe, reason = "the intrinsic is safe in newer compilers")]
    fn is_zen4() -> bool {
        use std::arch::x86_64::__cpuid;
        // SAFETY: the instruction is part of x86-64.
        let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
        let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
        [vendor.ebx, vendor.edx, vendor.ecx]
            == [*b"Auth", *b"enti", *b"cAMD"].map(u32::from_le_bytes)
            && family == 0x19
    }

    /// Calls `body` compiled for x86-64-v3. LLVM does not contract `a * b + c` by
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

    /// Calls `body` compiled for x86-64-v4.
    ///
    /// # Safety
    ///
    /// As for [`with_avx2`].
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    pub(super) unsafe fn with_avx512<S, R, H>(
        body: &H,
        block: &Block<'_>,
        out: &mut Out<'_, S>,
    ) -> Result<R, Stop>
    where
        S: Sinks,
        H: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop>,
    {
        body(block, out)
    }

    /// Does some work compiled for x86-64-v3.
    ///
    /// # Safety
    ///
    /// As for [`with_avx2`].
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    pub(super) unsafe fn work_with_avx2<W: Wide>(work: W) {
        work.run::<false>();
    }

    /// Does some work compiled for x86-64-v4.
    ///
    /// # Safety
    ///
    /// As for [`with_avx2`].
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    pub(super) unsafe fn work_with_avx512<W: Wide>(work: W) {
        work.run::<true>();
    }

    /// Calls a sub-loop compiled for x86-64-v3.
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

    /// Calls a sub-loop compiled for x86-64-v4.
    ///
    /// # Safety
    ///
    /// As for [`with_avx2`].
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    pub(super) unsafe fn part_with_avx512<A, R>(
        state: A,
        part: impl FnOnce(A) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        part(state)
    }
}
