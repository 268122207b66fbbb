//! Blocks: the parts of a loop that one thread does at a time.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;

use crate::blocks::Blocks;
use crate::error::Stop;
use crate::sync::AtomicUsize;

/// A part of a loop. One thread does it.
#[derive(Debug)]
pub struct Block<'r> {
    all: &'r Blocks,
    index: usize,
    /// The first position that belongs to it, and the number of all of them.
    start: usize,
    len: usize,
    /// The number of blocks of the loop that it comprises.
    joined: usize,
    /// Set if it is done again to find its leftmost failure.
    replay: bool,
    /// Set if its sub-loops are done one after the other, so that the first failure need not be
    /// the leftmost.
    in_sub_loops: Cell<bool>,
    /// A block stays with the thread that does it.
    thread: PhantomData<*const ()>,
}

impl<'r> Block<'r> {
    /// The block of that number, which must be below the number of blocks.
    #[inline]
    pub(crate) fn new(all: &'r Blocks, index: usize) -> Self {
        Block::several(all, index, 1)
    }

    /// So many neighbouring blocks as one, from that number on.
    #[inline]
    pub(crate) fn several(all: &'r Blocks, index: usize, joined: usize) -> Self {
        assert!(index + joined <= all.count());
        Block {
            all,
            index,
            start: index * all.block_len(),
            len: (joined * all.block_len()).min(all.len() - index * all.block_len()),
            joined,
            replay: false,
            in_sub_loops: Cell::new(false),
            thread: PhantomData,
        }
    }

    /// The parts of a block, from the right to the left, each twice as long as the one before it:
    /// the first ones are short, for elements that are found soon.
    #[inline]
    pub(crate) fn parts_from_right(&self) -> impl Iterator<Item = Block<'r>> + '_ {
        let (mut end, mut len) = (self.len, Self::SHORTEST_PART);
        std::iter::from_fn(move || {
            let own = len.min(end);
            len *= 2;
            end -= own;
            (own > 0).then(|| Block {
                start: self.start + end,
                len: own,
                ..Block::several(self.all, self.index, self.joined)
            })
        })
    }

    /// The aggregate of the block, from the right as far as it takes until `is_settled` says that it
    /// does not depend on the elements further to the left. `part` finds that of a part of the block,
    /// and `before` combines those of two neighbours.
    ///
    /// # Errors
    ///
    /// The errors of `part`.
    #[inline]
    pub fn aggregate_from_right<T: Copy>(
        &self,
        part: impl FnMut(&Block<'_>) -> Result<T, Stop>,
        before: impl FnMut(T, T) -> T,
        is_settled: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, Stop> {
        Ok(self.settled_from_right(part, before, is_settled)?.0)
    }

    /// [`aggregate_from_right`](Block::aggregate_from_right), and the number of positions up to the
    /// end of the part that settled it; 0 where none did.
    #[inline]
    pub(crate) fn settled_from_right<T: Copy>(
        &self,
        mut part: impl FnMut(&Block<'_>) -> Result<T, Stop>,
        mut before: impl FnMut(T, T) -> T,
        is_settled: impl Fn(&T) -> bool,
    ) -> Result<(Option<T>, usize), Stop> {
        let mut aggregate: Option<T> = None;
        for of in self.parts_from_right() {
            let own = part(&of)?;
            let all = match aggregate {
                Some(right) => before(own, right),
                None => own,
            };
            aggregate = Some(all);
            if is_settled(&all) {
                return Ok((aggregate, of.start + of.len - self.start));
            }
        }
        Ok((aggregate, 0))
    }

    /// The number of positions of the first part from the right.
    const SHORTEST_PART: usize = 64;

    /// Returns this block for a replay, after it has failed: nobody needs its aggregates any more.
    #[inline]
    pub(crate) fn replay(&self) -> Self {
        Block {
            replay: true,
            ..Block::several(self.all, self.index, self.joined)
        }
    }

    /// Its number, counted from the left.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The first position that belongs to it.
    #[inline]
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The number of the range of blocks that it belongs to, of those of this process.
    #[inline]
    pub(crate) fn range(&self) -> usize {
        (self.all.before_range() + self.index) / self.all.range()
    }

    /// The number of the range that it belongs to, of those of the loop on all processes.
    pub(crate) fn range_of_all(&self) -> usize {
        (self.all.count_before() + self.index) / self.all.range()
    }

    /// Returns true if it is the first block of its range that this process does.
    #[inline]
    pub(crate) fn begins_range(&self) -> bool {
        self.index == 0 || self.begins_range_of_all()
    }

    /// Returns true if it is the last block of its range that this process does.
    #[inline]
    pub(crate) fn ends_range(&self) -> bool {
        let end = self.index + 1;
        end == self.all.count() || self.all.next_range(end) == end
    }

    /// Returns true if no process does blocks of its range to the left.
    pub(crate) fn begins_range_of_all(&self) -> bool {
        self.all.next_range(self.index) == self.index
    }

    /// Returns true if no process does blocks of its range to the right.
    pub(crate) fn ends_range_of_all(&self) -> bool {
        let end = self.index + 1;
        let is_last = end == self.all.count() && self.all.include_the_last();
        is_last || self.all.next_range(end) == end
    }

    /// The number of positions that belong to it.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if no position belongs to it, which never happens.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if the loop has other blocks.
    #[inline]
    fn has_others(&self) -> bool {
        self.all.are_several()
    }

    /// Returns true if its sub-loops are done one after the other, although the first failure need
    /// not be that of the leftmost position. The only block of a loop and a replayed one are done
    /// position by position. A block whose sub-loops fail is replayed.
    #[inline]
    #[must_use]
    pub fn in_sub_loops(&self) -> bool {
        self.in_sub_loops.set(self.has_others() && !self.replay);
        self.in_sub_loops.get()
    }

    /// Returns true if no block follows.
    #[inline]
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.index + self.joined == self.all.count() && self.all.include_the_last()
    }

    /// Finds something in a block, unless it is the last one.
    ///
    /// # Errors
    ///
    /// The errors of `find`.
    #[inline]
    pub fn unless_last<T>(
        &self,
        find: impl FnOnce() -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        match self.is_last() {
            true => Ok(None),
            false => find().map(Some),
        }
    }

    /// A block of so many positions for sweeps over the elements that this one keeps.
    #[inline(always)]
    #[must_use]
    pub fn compacted(&self, len: usize) -> CompactedBlock {
        CompactedBlock(Blocks::compacted(len))
    }

    /// Returns true if one thread does all blocks.
    #[inline]
    #[must_use]
    pub fn is_sequential(&self) -> bool {
        self.all.is_sequential()
    }

    /// Returns true if it is replayed to find its leftmost failure.
    #[inline]
    pub(crate) fn is_replay(&self) -> bool {
        self.replay
    }

    /// Returns true if the thread that does this block goes on with the next.
    #[inline]
    #[must_use]
    pub fn continues(&self) -> bool {
        self.is_sequential() && !self.is_last()
    }

    /// Returns true if a position to the left of the one that failed may fail, too.
    #[inline]
    pub(crate) fn needs_replay(&self) -> bool {
        self.in_sub_loops.get()
    }

    /// All blocks of its loop.
    #[inline]
    pub(crate) fn all(&self) -> &'r Blocks {
        self.all
    }

    #[inline]
    pub(crate) fn run_len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(crate) fn is_of(&self, all: &Blocks) -> bool {
        ptr::eq(self.all, all)
    }

    /// The lowest block of the run that failed.
    #[inline]
    pub(crate) fn failed(&self) -> &AtomicUsize {
        self.all.failed()
    }
}

/// A block that may be empty, and is a loop of its own to its sweeps.
#[derive(Debug)]
pub struct CompactedBlock(Blocks);

impl CompactedBlock {
    /// The number of positions.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The block.
    #[inline(always)]
    #[must_use]
    pub fn block(&self) -> Block<'_> {
        Block::new(&self.0, 0)
    }
}
