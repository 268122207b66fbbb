//! Variables of a lane beside the elements: pending parts of scans, and places of kept elements.

use super::super::state::State;

/// The part of a scan that a lane has found since its state last moved.
///
/// If every element moved the state, each would wait for the one before it, as
/// long as the operator takes, and the compiler would make the chain longer:
/// of `state + (x + 10)` it makes `(state + x) + 10`. So the state moves with
/// every eighth, and the others start from nothing.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(in crate::codegen::ocl) struct Near {
    /// The variable.
    pub(in crate::codegen::ocl) variable: String,
    /// The state that it is of.
    pub(in crate::codegen::ocl) state: State,
    /// The number of elements that it takes in.
    pub(in crate::codegen::ocl) every: usize,
}

/// A compacted array that goes through local memory.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) struct Compacted {
    /// The level of its places.
    pub(in crate::codegen::ocl) level: usize,
    /// The member of the level's state that counts them.
    pub(in crate::codegen::ocl) field: String,
}

/// The slot of the next element that the tile keeps.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) struct Slot {
    /// The variable with the number of elements that the tile has kept so far.
    pub(in crate::codegen::ocl) variable: String,
    /// The number of elements that the tiles before it keep.
    pub(in crate::codegen::ocl) before: String,
}
