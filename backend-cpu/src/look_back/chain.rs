//! The prefixes of scans.

use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop, Why};
use crate::look_back::Line;

/// The prefixes of the scans of a run: what is left of each block, folded.
///
/// Made by [`Ordered::chain`](crate::Ordered::chain).
#[derive(Debug)]
pub struct Chain<'r, P> {
    blocks: &'r Blocks,
    line: Line<P>,
}

impl<'r, P: Copy> Chain<'r, P> {
    #[inline]
    pub(crate) fn new(blocks: &'r Blocks, seed: P) -> Result<Self, Fault> {
        let line = Line::new(seed, blocks.count(), blocks.is_solo())?;
        Ok(Chain { blocks, line })
    }

    /// The exclusive prefix of `block`.
    ///
    /// Where threads share the run, what leaves the block to the right is `join(entering,
    /// total()?)`; the last block does not compute it. A thread that does all blocks hands it on
    /// with [`leave`](Chain::leave).
    ///
    /// A block whose total failed is done again without it, so that its leftmost failure is found.
    ///
    /// Each block enters a chain once.
    ///
    /// # Errors
    ///
    /// Those of `total`; and a [`Stop`] without a fault of its own where a block to the left
    /// failed.
    ///
    /// # Panics
    ///
    /// Where `block` is of another run, or enters twice.
    #[inline]
    pub fn enter<T>(
        &self,
        block: &Block<'_>,
        total: impl FnOnce() -> Result<T, Stop>,
        join: impl FnOnce(P, T) -> P,
    ) -> Result<P, Stop> {
        self.check(block);
        if block.is_last() || block.is_solo() || block.is_doomed() {
            return self.line.wait(block.index(), block.failed());
        }
        let total = total().map_err(early)?;
        let entering = self.line.wait(block.index(), block.failed())?;
        self.line.publish(block.index(), join(entering, total));
        Ok(entering)
    }

    /// The exclusive prefix of the only block of a loop.
    ///
    /// # Errors
    ///
    /// None: it waits for nobody.
    ///
    /// # Panics
    ///
    /// Where `block` is of another run.
    #[inline]
    pub fn seed(&self, block: &Block<'_>) -> Result<P, Stop> {
        self.check(block);
        self.line.wait(block.index(), block.failed())
    }

    /// The exclusive prefix of `block`, and its aggregate. Its inclusive prefix is `join(prefix,
    /// aggregate()?)`.
    ///
    /// It is [`enter`](Chain::enter) for loops that need their totals anyway: nothing is left to be
    /// done at the end of a block.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Chain::enter).
    ///
    /// # Panics
    ///
    /// As for [`enter`](Chain::enter).
    #[inline]
    pub fn pass<T>(
        &self,
        block: &Block<'_>,
        total: impl FnOnce() -> Result<T, Stop>,
        join: impl FnOnce(P, &T) -> P,
    ) -> Result<(P, T), Stop> {
        self.check(block);
        let total = total()?;
        let entering = self.line.wait(block.index(), block.failed())?;
        if !block.is_last() {
            self.line.publish(block.index(), join(entering, &total));
        }
        Ok((entering, total))
    }

    /// Hands on what leaves `block`, where one thread does all blocks; else,
    /// and of the last block, nothing is to do.
    ///
    /// # Panics
    ///
    /// Where `block` is of another run, or leaves twice.
    #[inline]
    pub fn leave(&self, block: &Block<'_>, leaving: impl FnOnce() -> P) {
        self.check(block);
        if block.carries() {
            self.line.publish(block.index(), leaving());
        }
    }

    #[inline]
    fn check(&self, block: &Block<'_>) {
        assert!(
            block.is_of(self.blocks),
            "a block of another run passed a chain"
        );
    }
}

/// Marks a failure in a sweep for aggregates, which need not be the leftmost of the block.
#[cold]
fn early(stop: Stop) -> Stop {
    match stop {
        Stop(Why::Fault(fault)) => Stop(Why::Early(fault)),
        stop => stop,
    }
}
