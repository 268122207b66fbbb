//! Columns: the arrays of a loop that a pass writes or reads.

use super::temporaries::Temporary;
use crate::nest::{ArrayId, Region, Write, WriteMode};

/// A list of arrays that a pass is given, behind the temporaries that belong to it.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The access that the pass has to them.
    pub port: Port,
    /// The number of the sub-loop whose columns they are; `None` where there is one.
    pub of: Option<usize>,
    /// Set if they are compacted for later sub-loops, and not results.
    pub is_for_later: bool,
    /// The use of each of the temporaries.
    pub temporaries: Vec<Use>,
    /// The arrays.
    pub writes: Vec<Write>,
    /// The columns that are dense at a known offset: their elements are as many as the positions
    /// of the pass.
    pub dense: Vec<ArrayId>,
    /// The columns of which each position of the loop has a row: an inner loop writes it.
    pub rows: Vec<ArrayId>,
}

/// The access of a pass to columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// It writes them.
    Write,
    /// It reads old elements and temporaries.
    Read,
    /// It stores the temporary of this number, and reads the others.
    Store(usize),
    /// Nothing: they wait for another pass.
    Aside,
}

/// The use of a temporary by a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Nothing.
    Skip,
    /// It takes elements from there.
    Reload,
    /// It puts elements there.
    Store,
}

impl Columns {
    /// Columns of a pass that is given nothing but them.
    pub(super) fn aside(of: Option<usize>) -> Columns {
        Columns {
            port: Port::Aside,
            of,
            is_for_later: false,
            temporaries: Vec::new(),
            writes: Vec::new(),
            dense: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The arrays that the pass writes.
    pub fn written(&self) -> &[Write] {
        match self.port {
            Port::Write => &self.writes,
            Port::Read | Port::Store(_) | Port::Aside => &[],
        }
    }

    /// Returns true if the body of the loop yields the element of an array; otherwise it is given a
    /// handle to write with.
    pub fn is_by_value(&self, write: &Write) -> bool {
        match write.mode {
            WriteMode::Fresh => !self.rows.contains(&write.array),
            WriteMode::Fill(_) | WriteMode::InPlace(_) | WriteMode::Replace(_) => true,
            WriteMode::Part(_) | WriteMode::Compact => true,
            WriteMode::Append => false,
            WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_) => false,
            WriteMode::Reduce(_) | WriteMode::ReduceInPlace(_) => false,
        }
    }

    /// Returns true if an array takes its elements from left to right.
    pub(super) fn is_ordered(&self, write: &Write) -> bool {
        match write.mode {
            mode if mode.is_one_each() => false,
            WriteMode::Part(_) => false,
            _ => !self.dense.contains(&write.array),
        }
    }

    /// The columns with their use of temporaries: a pass over `region` stores or reloads some of
    /// `temporaries`.
    pub(super) fn using(
        mut self,
        temporaries: &[Temporary],
        stored: Option<usize>,
        reloaded: &[usize],
        region: &Region,
    ) -> Columns {
        let uses = self.temporaries.iter_mut().zip(temporaries);
        for (number, (its, temporary)) in uses.enumerate() {
            *its = match reloaded.contains(&number) && temporary.is_of(region) {
                true => Use::Reload,
                false if stored == Some(number) => Use::Store,
                false => Use::Skip,
            };
        }
        self
    }
}
