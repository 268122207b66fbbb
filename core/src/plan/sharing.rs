//! Who does a loop: whether threads may share it.

use crate::compile::{Compiled, Threads};
use crate::schedule::{Cut, Grain};

/// Who does a loop of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Threads, each of which takes the next block.
    Blocks {
        /// What decides whether they do.
        when: Grain,
        /// Whether blocks wait for what the scans of those before come to.
        in_order: bool,
    },
    /// One thread, in one block: the order is strict.
    Strict,
    /// One thread: the backend has no other.
    Sequential,
    /// The items of a device.
    Device,
}

impl Sharing {
    /// Who does a loop that is cut in this way, in which scans run or do not.
    pub(super) fn of(compiled: &Compiled, cut: Cut, scans: bool) -> Sharing {
        match compiled.threads {
            Threads::All => Sharing::Blocks {
                when: match cut {
                    Cut::Blocks { grain, .. } => grain,
                    Cut::Whole => Grain::Cost,
                },
                in_order: scans,
            },
            Threads::Strict => Sharing::Strict,
            Threads::Sequential => Sharing::Sequential,
            Threads::Device => Sharing::Device,
        }
    }

    /// Whether several threads may do it together.
    pub fn may_share(self) -> bool {
        matches!(self, Sharing::Blocks { .. })
    }

    /// Who does it, from when on and why.
    pub fn words(self) -> String {
        let (when, in_order) = match self {
            Sharing::Blocks { when, in_order } => (when, in_order),
            Sharing::Strict => {
                return "do not share it: `strict` makes it one block, from left to right".into();
            }
            Sharing::Sequential => return "do not share it: the backend is `sequential`".into(),
            Sharing::Device => return "of the host do not share it: it runs on the device".into(),
        };
        let when = match when {
            Grain::Cost => "may share it, block by block, where it takes long enough".to_owned(),
            Grain::Time => {
                "may share it, in short blocks, where the time that it takes says so: its text does not bound what a position costs".to_owned()
            }
            Grain::Positions(grain) => {
                format!("share it where it has more than {grain} positions, the `grain` of the program")
            }
        };
        match in_order {
            true => format!("{when}; scans of a block wait for those before"),
            false => when,
        }
    }
}
