//! The prefixes of scans.

use crate::block::Block;
use crate::error::Stop;
use crate::look_back::Line;
use crate::run::Run;

/// The prefixes of the scans of a run: what is left of each block, folded.
///
/// Made by [`Run::chain`].
#[derive(Debug)]
pub struct Chain<'r, P> {
    run: &'r Run,
    line: Line<P>,
}

impl<'r, P: Copy> Chain<'r, P> {
    #[inline]
    pub(crate) fn new(run: &'r Run, seed: P) -> Self {
        Chain {
            run,
            line: Line::new(seed, run.block_count(), run.is_solo()),
        }
    }

    /// What enters `block` from the left. What leaves it to the right is
    /// `join(entering, total()?)`; the last block does not compute it.
    ///
    /// Each block passes a chain once.
    ///
    /// # Errors
    ///
    /// Those of `total`; and a [`Stop`] without a fault of its own where a
    /// block to the left failed.
    ///
    /// # Panics
    ///
    /// Where `block` is of another run, or passes twice.
    #[inline]
    pub fn pass<T>(
        &self,
        block: &Block<'_>,
        total: impl FnOnce() -> Result<T, Stop>,
        join: impl FnOnce(P, T) -> P,
    ) -> Result<P, Stop> {
        assert!(
            block.is_of(self.run),
            "a block of another run passed a chain"
        );
        if block.is_last() {
            return self.line.wait(block.index(), block.failed());
        }
        let total = total()?;
        let entering = self.line.wait(block.index(), block.failed())?;
        self.line.publish(block.index(), join(entering, total));
        Ok(entering)
    }
}
