//! The threads of a loop: one, or several that share it.

use crate::backend::Threads;
use crate::compile::Compiled;
use crate::schedule::{Cut, Grain};

/// The threads that do a loop of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Threads, each of which takes the next block.
    Blocks {
        /// The measure by which they share it.
        when: Grain,
        /// Set if blocks wait for the prefixes of those before.
        in_order: bool,
    },
    /// One thread, in one block: the order is strict.
    Strict,
    /// One thread, in one block: an element follows from others along several axes.
    Rows,
    /// One thread: the backend of this name has no other.
    One(&'static str),
    /// The items of a device.
    Device,
}

impl Sharing {
    /// The threads of a loop that is cut in this way, in which scans run or do not.
    pub(super) fn of(compiled: &Compiled, cut: Cut, scans: bool) -> Sharing {
        let backend = compiled.backend();
        match backend.threads() {
            Threads::All if compiled.strict() => Sharing::Strict,
            Threads::All => match cut {
                Cut::Whole => Sharing::Rows,
                Cut::Blocks { grain, .. } => Sharing::Blocks {
                    when: match grain {
                        // The lengths of blocks make no difference to who shares them.
                        Grain::Long | Grain::Usual | Grain::Parts { .. } => Grain::Cost,
                        grain => grain,
                    },
                    in_order: scans,
                },
            },
            Threads::One => Sharing::One(backend.name()),
            Threads::Device => Sharing::Device,
        }
    }

    /// Returns true if several threads may do it together.
    pub fn may_share(self) -> bool {
        matches!(self, Sharing::Blocks { .. })
    }

    /// Describes the threads, the number of elements from which on they share it, and the reason.
    pub fn words(self) -> String {
        let (when, in_order) = match self {
            Sharing::Blocks { when, in_order } => (when, in_order),
            Sharing::Strict => {
                return "do not share it: `strict` makes it one block, from left to right".into();
            }
            Sharing::Rows => {
                return "do not share it: its elements follow from others along several axes"
                    .into();
            }
            Sharing::One(backend) => {
                return format!("do not share it: the backend is `{backend}`");
            }
            Sharing::Device => return "of the host do not share it: it runs on the device".into(),
        };
        let when = match when {
            Grain::Cost
            | Grain::Rows
            | Grain::WholeRows
            | Grain::Parts { .. }
            | Grain::Long
            | Grain::Usual => {
                "may share it, block by block, where it takes long enough".to_owned()
            }
            Grain::Down(_) | Grain::Panels(_) => {
                return "may share it, block by block, where it takes long enough; a block of rows follows the one above it, some columns behind".to_owned();
            }
            Grain::Time => {
                "may share it, in short blocks, where the time that it takes says so: its text does not bound what a position costs".to_owned()
            }
            Grain::Terms => {
                "may share it, in short blocks, where the time that it takes says so, unless it is short and its folds over an index have few terms".to_owned()
            }
            Grain::Tiles => {
                "may share it, in blocks of many rows, where the time that it takes says so: the totals of a block are computed together, in tiles of rows and columns".to_owned()
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
