//! Lists of array operations: programs as a run-time system sees them (Kristensen et al., section
//! IV).
//!
//! Each operation reads and writes [`View`]s of memory, over one shape. Memory is created by the
//! operation that first writes it, and freed and shown to the outside by operations of their own,
//! which run no loop and may stand in any cluster. [`List::graph`] finds what depends on what and
//! what may share a loop.

mod build;
mod view;

pub use view::View;

/// A list of operations, in an order in which they may run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The pieces of memory, by number.
    pub bases: Vec<Piece>,
    /// The operations.
    pub operations: Vec<Operation>,
}

/// A contiguous piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, for messages.
    pub label: String,
    /// The bytes of an element.
    pub element: u64,
}

/// An operation of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Work on elements.
    Loop(Loop),
    /// Frees a base (`DEL`).
    Free {
        /// The base.
        base: usize,
    },
    /// Makes a base visible outside (`SYNC`), so that what was written must be in memory.
    Show {
        /// The base.
        base: usize,
    },
}

/// An operation that runs over elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its name, for messages.
    pub label: String,
    /// The positions that it runs over.
    pub shape: Vec<usize>,
    /// The views that it reads.
    pub reads: Vec<View>,
    /// The views that it writes.
    pub writes: Vec<View>,
    /// The bases that it creates.
    pub creates: Vec<usize>,
    /// True if its result is there only after all positions: it reduces along an axis.
    pub reduces: bool,
}

/// The number of reductions that a loop may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reductions {
    /// One, as in the system of Kristensen et al.
    One,
    /// As many as there are, as in the loops of fusus.
    Many,
}

impl Loop {
    /// Returns true if its positions can be done in any order: where it writes, it reads and
    /// writes nothing else that overlaps (Kristensen et al., definition 11).
    pub fn is_data_parallel(&self) -> bool {
        let agrees = |a: &View, b: &View| !a.overlaps(b) || a.is_identical(b);
        self.writes.iter().enumerate().all(|(index, written)| {
            let others = self.reads.iter().chain(&self.writes[..index]);
            others.into_iter().all(|other| agrees(written, other))
        })
    }

    /// The views that it reads or writes.
    fn views(&self) -> impl Iterator<Item = &View> {
        self.reads.iter().chain(&self.writes)
    }

    /// Returns true if it uses a base in any way.
    fn uses(&self, base: usize) -> bool {
        self.creates.contains(&base) || self.views().any(|view| view.base == base)
    }
}
