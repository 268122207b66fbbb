//! The prefixes of scans.

use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop, StopReason};
use crate::look_back::PrefixSlots;

/// The prefixes of the scans of a run: the fold of everything to the left of each block.
///
/// Made by [`Ordered::chain`](crate::Ordered::chain).
#[derive(Debug)]
pub struct Chain<'r, P> {
    blocks: &'r Blocks,
    slots: PrefixSlots<P>,
    /// The prefixes of all blocks, where they are known before the loop.
    known: &'r [P],
}

impl<'r, P: Copy> Chain<'r, P> {
    #[inline]
    pub(crate) fn new(blocks: &'r Blocks, seed: P) -> Result<Self, Fault> {
        let slots = PrefixSlots::new(seed, blocks.count(), blocks.is_sequential())?;
        Ok(Chain {
            blocks,
            slots,
            known: &[],
        })
    }

    /// A chain of which the prefixes of all blocks are known, or none.
    #[inline]
    pub(crate) fn known(blocks: &'r Blocks, seed: P, known: &'r [P]) -> Result<Self, Fault> {
        assert!(
            known.is_empty() || known.len() == blocks.count(),
            "each block has a prefix"
        );
        Ok(Chain {
            known,
            ..Chain::new(blocks, seed)?
        })
    }

    /// The exclusive prefix of `block`.
    ///
    /// If threads share the run, its inclusive prefix is `join(exclusive,
    /// aggregate()?)`; the last block does not compute it. A thread that does all blocks publishes
    /// it with [`publish`](Chain::publish).
    ///
    /// A block whose aggregate failed is done again without it, so that its leftmost failure is
    /// found.
    ///
    /// Each block enters a chain once. Where its prefix is known before the loop, nobody needs the
    /// aggregate.
    ///
    /// # Errors
    ///
    /// The errors of `aggregate`, and a [`Stop`] without a fault of its own if a block to the left
    /// failed.
    ///
    /// # Panics
    ///
    /// Panics where `block` is of another run, or enters twice.
    #[inline]
    pub fn exclusive_prefix<T>(
        &self,
        block: &Block<'_>,
        aggregate: impl FnOnce() -> Result<T, Stop>,
        join: impl FnOnce(P, T) -> P,
    ) -> Result<P, Stop> {
        self.check(block);
        if !self.is_wanted(block) || block.is_sequential() || block.is_replay() {
            return self.wait(block);
        }
        let aggregate = aggregate().map_err(needs_replay)?;
        let exclusive = self.wait(block)?;
        self.slots
            .publish(block.index(), join(exclusive, aggregate));
        Ok(exclusive)
    }

    /// The exclusive prefix of `block`, whose aggregate is found from the right of `over`: of the
    /// block itself, or of the elements that it has compacted.
    ///
    /// `part` finds the aggregate of a part of that, `before` combines those of two neighbouring
    /// parts, and `is_settled` says of the aggregate of the last ones that it does not depend on
    /// the elements to the left of them: then no more of the block is looked at. Its inclusive
    /// prefix is `join(prefix, aggregate)`. A thread that does all blocks does the same.
    ///
    /// Returns also the number of positions of `over` up to the end of the part that settled the
    /// aggregate: 0 where none did, all where nobody needs the aggregate.
    ///
    /// # Errors
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    ///
    /// # Panics
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    #[inline]
    pub fn prefix_from_right<T: Copy>(
        &self,
        block: &Block<'_>,
        over: &Block<'_>,
        part: impl FnMut(&Block<'_>) -> Result<T, Stop>,
        before: impl FnMut(T, T) -> T,
        is_settled: impl Fn(&T) -> bool,
        join: impl FnOnce(P, T) -> P,
    ) -> Result<(P, usize), Stop> {
        self.check(block);
        if !self.is_wanted(block) || block.is_replay() {
            return Ok((self.wait(block)?, over.len()));
        }
        let found = over.settled_from_right(part, before, is_settled);
        let (aggregate, settled) = found.map_err(needs_replay)?;
        let exclusive = self.wait(block)?;
        let inclusive = match aggregate {
            Some(aggregate) => join(exclusive, aggregate),
            None => exclusive,
        };
        self.slots.publish(block.index(), inclusive);
        Ok((exclusive, settled))
    }

    /// The exclusive prefix of the only block of a loop.
    ///
    /// # Errors
    ///
    /// None: it waits for nobody.
    ///
    /// # Panics
    ///
    /// Panics where `block` is of another run.
    #[inline]
    pub fn seed(&self, block: &Block<'_>) -> Result<P, Stop> {
        self.check(block);
        self.wait(block)
    }

    /// The exclusive prefix of `block`, and its aggregate. Its inclusive prefix is `join(prefix,
    /// aggregate()?)`.
    ///
    /// It is [`exclusive_prefix`](Chain::exclusive_prefix) for loops that need their aggregates
    /// anyway: nothing is left to be done at the end of a block.
    ///
    /// # Errors
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    ///
    /// # Panics
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    #[inline]
    pub fn prefix_and_aggregate<T>(
        &self,
        block: &Block<'_>,
        aggregate: impl FnOnce() -> Result<T, Stop>,
        join: impl FnOnce(P, &T) -> P,
    ) -> Result<(P, T), Stop> {
        self.check(block);
        let aggregate = aggregate()?;
        let exclusive = self.wait(block)?;
        if self.is_wanted(block) {
            self.slots
                .publish(block.index(), join(exclusive, &aggregate));
        }
        Ok((exclusive, aggregate))
    }

    /// The exclusive prefix of `block`, for recurrences, and true if its inclusive prefix is known
    /// and published: `leave(exclusive, find()?)`, unless that is nothing. Otherwise the block
    /// [hands it on](Chain::hand_on) when it is done.
    ///
    /// A thread that does all blocks does the same, for the same bits, unless the steps are known never to
    /// compose (`composes`): then it has no use for what others find while they wait.
    ///
    /// # Errors
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    ///
    /// # Panics
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    #[inline]
    pub fn compose<T>(
        &self,
        block: &Block<'_>,
        composes: bool,
        find: impl FnOnce() -> Result<T, Stop>,
        leave: impl FnOnce(P, &T) -> Option<P>,
    ) -> Result<(P, bool), Stop> {
        self.check(block);
        let is_alone = !composes && block.is_sequential();
        if block.is_last() || block.is_replay() || is_alone {
            let exclusive = self.wait(block)?;
            return Ok((exclusive, false));
        }
        let found = find().map_err(needs_replay)?;
        let (exclusive, _, is_known) = self.leave(block, found, leave)?;
        Ok((exclusive, is_known))
    }

    /// [`compose`](Chain::compose) for loops that need the results of `find` anyway, and whose
    /// positions cannot fail.
    ///
    /// # Errors
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    ///
    /// # Panics
    ///
    /// As for [`exclusive_prefix`](Chain::exclusive_prefix).
    #[inline]
    pub fn compose_ranges<T>(
        &self,
        block: &Block<'_>,
        find: impl FnOnce() -> Result<T, Stop>,
        leave: impl FnOnce(P, &T) -> Option<P>,
    ) -> Result<(P, T, bool), Stop> {
        self.check(block);
        self.leave(block, find()?, leave)
    }

    #[inline]
    fn leave<T>(
        &self,
        block: &Block<'_>,
        found: T,
        leave: impl FnOnce(P, &T) -> Option<P>,
    ) -> Result<(P, T, bool), Stop> {
        let exclusive = self.wait(block)?;
        let inclusive = leave(exclusive, &found);
        if let Some(inclusive) = inclusive
            && !block.is_last()
        {
            self.slots.publish(block.index(), inclusive);
        }
        Ok((exclusive, found, inclusive.is_some()))
    }

    /// Publishes the inclusive prefix of `block`, which is known when it is done. Of the last block
    /// nobody needs it, and neither of one that is replayed, which fails.
    ///
    /// # Panics
    ///
    /// Panics where `block` is of another run, or leaves twice.
    #[inline]
    pub fn hand_on(&self, block: &Block<'_>, inclusive: impl FnOnce() -> P) {
        self.check(block);
        if !block.is_last() && !block.is_replay() {
            self.slots.publish(block.index(), inclusive());
        }
    }

    /// Publishes the inclusive prefix of `block`, where one thread does all blocks; else,
    /// and of the last block, nothing is to do.
    ///
    /// # Panics
    ///
    /// Panics where `block` is of another run, or leaves twice.
    #[inline]
    pub fn publish(&self, block: &Block<'_>, inclusive: impl FnOnce() -> P) {
        self.check(block);
        if block.continues() && self.known.is_empty() {
            self.slots.publish(block.index(), inclusive());
        }
    }

    /// The prefix that the last block has published, once all have: none does where no other block
    /// follows, on this process or on another.
    #[inline]
    pub fn last(&self) -> P {
        self.slots.last()
    }

    /// The exclusive prefix of `block`, which is perhaps done again.
    #[inline]
    fn wait(&self, block: &Block<'_>) -> Result<P, Stop> {
        if let Some(known) = self.known.get(block.index()) {
            return Ok(*known);
        }
        match block.is_replay() {
            true => self.slots.wait_again(block.index(), block.failed()),
            false => self.slots.wait(block.index(), block.failed()),
        }
    }

    /// Returns true if a block waits for the inclusive prefix of `block`.
    #[inline]
    fn is_wanted(&self, block: &Block<'_>) -> bool {
        !block.is_last() && self.known.is_empty()
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
///
/// It is inlined: a call that returns several values keeps LLVM from compiling what is around it for
/// wide instructions.
#[inline(always)]
fn needs_replay(stop: Stop) -> Stop {
    match stop {
        Stop(StopReason::Fault(fault)) => Stop(StopReason::NeedsReplay(fault)),
        stop => stop,
    }
}
