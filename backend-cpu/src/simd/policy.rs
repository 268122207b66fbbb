//! SIMD policies: the loops of a program that have wider instructions than the baseline.

use crate::blocks::{Blocks, SHORT};

/// The SIMD policy: the loops of a program that have wider instructions than the baseline.
///
/// It is a type, so that code that it rules out is not compiled.
pub trait SimdPolicy: Copy + Sync {
    /// Set for all loops.
    #[doc(hidden)]
    const IS_ALWAYS: bool = false;

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
    const IS_ALWAYS: bool = true;

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
