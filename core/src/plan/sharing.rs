//! Who does a loop: whether threads may share it.

use crate::compile::{Compiled, Threads};

/// Who does a loop of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Threads, each of which takes the next block.
    Blocks,
    /// The same, where blocks wait for what the scans of those before come to.
    BlocksInOrder,
    /// One thread, in one block: the order is strict.
    Strict,
    /// One thread: the backend has no other.
    Sequential,
    /// The items of a device.
    Device,
}

impl Sharing {
    /// Who does a loop in which scans run or do not.
    pub(super) fn of(compiled: &Compiled, scans: bool) -> Sharing {
        match (compiled.threads, scans) {
            (Threads::All, true) => Sharing::BlocksInOrder,
            (Threads::All, false) => Sharing::Blocks,
            (Threads::Strict, _) => Sharing::Strict,
            (Threads::Sequential, _) => Sharing::Sequential,
            (Threads::Device, _) => Sharing::Device,
        }
    }

    /// Whether several threads may do it together.
    pub fn may_share(self) -> bool {
        matches!(self, Sharing::Blocks | Sharing::BlocksInOrder)
    }

    /// Who does it, from when on and why.
    pub fn words(self) -> &'static str {
        match self {
            Sharing::Blocks => "may share it, block by block, where it takes long enough",
            Sharing::BlocksInOrder => {
                "may share it, block by block, where it takes long enough; scans of a block wait for those before"
            }
            Sharing::Strict => "do not share it: `strict` makes it one block, from left to right",
            Sharing::Sequential => "do not share it: the backend is `sequential`",
            Sharing::Device => "of the host do not share it: it runs on the device",
        }
    }
}
