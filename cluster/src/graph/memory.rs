//! The memory that loops access, as far as costs care.

use super::NodeId;
use crate::sorted::sort_and_dedup;

/// The memory behind a graph: pieces of it, and the views through which nodes access them.
///
/// A graph whose arrays are made once and read often has a base and an access for each array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The contiguous pieces of memory.
    pub bases: Vec<Base>,
    /// The views of them: two identical ones are one.
    pub accesses: Vec<Access>,
}

/// A contiguous piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its name, for messages.
    pub label: String,
    /// The node that creates it; `None` if it is there before all loops.
    pub creator: Option<NodeId>,
    /// The end of its life.
    pub end: End,
}

/// The end of the life of a [`Base`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// It is there after all loops.
    Survives,
    /// This node frees it. Nothing is written to memory in the cluster that does so.
    Freed(NodeId),
    /// Nothing needs it behind its last reader. It is no memory at all where everything that
    /// accesses it shares a cluster.
    LastRead,
}

/// A view of a base, and the nodes that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The index of the base in [`Memory::bases`].
    pub base: usize,
    /// The memory that it covers, in bytes or in another unit that all accesses share.
    pub bytes: u64,
    /// The nodes that read it, each once, ascending.
    pub readers: Vec<NodeId>,
    /// The nodes that write it, each once, ascending.
    pub writers: Vec<NodeId>,
}

impl Access {
    /// The nodes that read or write it, each once, ascending.
    pub fn users(&self) -> Vec<NodeId> {
        let mut users = [&self.readers[..], &self.writers[..]].concat();
        sort_and_dedup(&mut users);
        users
    }
}
