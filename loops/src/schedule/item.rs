//! The job of a pass, the elements that it walks over, and the actions of its body.

use crate::nest::ArrayId;

/// The job of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To store expensive values that later passes need.
    Store,
    /// To find the aggregates of the level at this position.
    Aggregates(usize),
    /// To find the states of recurrences at the ranges of a block from left to right, where the
    /// transitions of the level at this position are of no use.
    States(usize),
    /// To fold, where another pass writes.
    Fold,
    /// To write, and to fold the rest.
    Results,
}

impl Purpose {
    /// Returns true if a pass of it only reads the arrays that the loop writes.
    pub fn is_reading(self) -> bool {
        match self {
            Purpose::Store | Purpose::Aggregates(_) | Purpose::States(_) => true,
            Purpose::Fold | Purpose::Results => false,
        }
    }
}

/// The elements that a pass walks over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The elements of the block.
    Block,
    /// The elements that an earlier sub-loop has compacted for the one of this number.
    Compacted(usize),
    /// The elements that the block has compacted for a result, or written.
    Results,
}

impl Over {
    /// Returns true if arrays lie where the block has compacted them, and not in memory as the
    /// program has them.
    pub fn is_compacted(self) -> bool {
        self != Over::Block
    }
}

/// A part of the work of a body: an item of its region, or a reload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The item of the region at this position.
    Item(usize),
    /// Elements that a temporary holds, if it was filled.
    Reload {
        /// The number of the temporary.
        temporary: usize,
        /// The arrays that are needed.
        arrays: Vec<ArrayId>,
        /// The positions of the steps that compute them, where nothing was stored.
        recomputed: Vec<usize>,
        /// Set if they hardly ever do, so that they stand in a function of their own.
        rarely: bool,
    },
}
