//! The access that a sweep has to an array that it writes, and the home of the array.

/// The way in which a sweep writes an array.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Each position has a slot of its own, whichever block it belongs to.
    Dense,
    /// Each position has a slot of its own, in which the element of another array may be until the
    /// position is written.
    Replace,
    /// Each position has a slot in a buffer of its thread, from which it goes to its place when the
    /// block ends.
    Held,
    /// Each position has a row of slots of its own, whichever block it belongs to, and they are
    /// written in order.
    Rows,
    /// Each position has a slot next to the one before it, behind those of the blocks to the left.
    DenseAtOffset,
    /// Each position is kept or not, in order.
    Compact,
    /// A position adds any number of elements, in order.
    Append,
    /// Elements go to computed positions, in order: the last write to a slot stays, within a block
    /// at least.
    Scatter,
    /// Elements are combined with those at computed positions, in order. Blocks need not wait for
    /// each other: a thread does neighbouring ones, with bins of its own.
    Reduce,
    /// As [`Scatter`](Access::Scatter), by elements that are collected for a place elsewhere: blocks may
    /// be done in any order.
    CollectScattered,
    /// As [`Reduce`](Access::Reduce), likewise.
    CollectReduced,
    /// Not at all: other sweeps store elements there, which this one is given.
    Reload,
}

/// The memory in which an array lies.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// A vector that the run makes.
    NewVector,
    /// A slice that the caller provides.
    CallersSlice,
    /// The vector of an array that is of no use afterwards.
    OldVector,
    /// A buffer of the thread, for the sweeps of a block alone.
    BlockTemporary,
}

/// The accesses that a sweep has to all of its arrays.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Accesses(u16);

impl Accesses {
    /// No array.
    pub(crate) const NONE: Accesses = Accesses(0);

    /// Set if an array is written where the blocks to the left end, or at positions that they may write as
    /// well.
    const FROM_LEFT: u16 = 1 << 15;

    /// One array.
    pub(super) const fn of(access: Access) -> Self {
        let from_left = match access {
            Access::Compact
            | Access::Append
            | Access::DenseAtOffset
            | Access::Scatter
            | Access::Reduce => Self::FROM_LEFT,
            _ => 0,
        };
        Accesses(Self::bit(access) | from_left)
    }

    /// These, to arrays that are there while a block is done.
    pub(super) const fn in_block(self) -> Self {
        Accesses(self.0 & !Self::FROM_LEFT)
    }

    /// These and others.
    pub(super) const fn and(self, others: Accesses) -> Self {
        Accesses(self.0 | others.0)
    }

    const fn bit(access: Access) -> u16 {
        1 << access as u8
    }

    const fn has(self, access: Access) -> bool {
        self.0 & Self::bit(access) != 0
    }

    /// Returns true if positions must be written in order.
    pub(crate) const fn are_ordered(self) -> bool {
        let reduce = self.has(Access::Reduce) || self.has(Access::CollectReduced);
        self.has(Access::Rows) || reduce || self.wait()
    }

    /// Returns true if blocks wait for those to their left.
    pub(crate) const fn wait(self) -> bool {
        let scatter = self.has(Access::Scatter) || self.has(Access::CollectScattered);
        self.has(Access::Compact) || self.has(Access::Append) || scatter
    }

    /// Returns true if blocks may be done in any order.
    pub(crate) const fn take_blocks_in_any_order(self) -> bool {
        self.0 & Self::FROM_LEFT == 0
    }

    /// Returns true if each position of an array is written, next to the one before it.
    #[cfg(not(debug_assertions))]
    pub(crate) const fn has_dense(self) -> bool {
        self.has(Access::Dense) || self.has(Access::Replace) || self.has(Access::DenseAtOffset)
    }

    /// Returns true if each position has a fixed slot in all arrays: blocks may be done as one.
    pub(crate) const fn have_fixed_slots(self) -> bool {
        let fixed = Accesses::of(Access::Dense).and(Accesses::of(Access::Replace));
        self.0 & !fixed.and(Accesses::of(Access::Rows)).0 == 0
    }

    /// Returns true if positions may be written in any order, each once: they have slots of their own.
    pub(crate) const fn go_in_any_order(self) -> bool {
        let own = Accesses::of(Access::Dense).and(Accesses::of(Access::Replace));
        self.0 & !own.0 == 0
    }

    /// Returns true if a position may be written again: nothing depends on it but its slot.
    pub(crate) const fn are_dense(self) -> bool {
        let slots = Accesses::of(Access::Dense).and(Accesses::of(Access::Held));
        self.0 & !slots.0 == 0
    }

    /// Returns true if sweeps may be over fewer positions than the block has.
    pub(crate) const fn take_any_len(self) -> bool {
        let has_slots = self.has(Access::Dense) || self.has(Access::Held);
        !has_slots && !self.has(Access::Replace) && !self.has(Access::Rows)
    }
}
