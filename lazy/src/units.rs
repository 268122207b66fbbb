//! The blocks of a loop, of which short ones are done together.
//!
//! Elements are folded in the blocks of `cnf!`, so that sums of floats have its bits. An instruction takes some ten
//! nanoseconds to start, and a loop of expensive positions has blocks of some hundred: so its pieces go on from one
//! block to the next.

use fusus_cpu::{Run, thread_count};

use crate::program::{Action, Loop};

/// The positions that are done together, at most.
const LONGEST: usize = 16_384;

/// A loop that threads share has so many units for each of them at least, if it has as many blocks.
const OF_THREAD: usize = 4;

/// The blocks of a loop, and how many of them are done together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    pub(crate) run: Run,
    /// The number of positions of the loop.
    pub(crate) positions: usize,
    /// The number of positions that are done together.
    pub(crate) len: usize,
    /// The length of the blocks whose folds are combined, of which units are multiples.
    pub(crate) block: usize,
}

impl Units {
    pub(crate) fn of(own: &Loop, positions: usize) -> Units {
        let run = Run::parallel(positions, own.cost);
        let cut = own.cut(positions);
        let block = cut.block_len().max(1);
        // A closure may take any time for an element, and threads wait for the blocks of scans.
        let are_apart = !own.scans.is_empty() && cut.is_shared()
            || own.reductions.iter().any(|one| one.operator.is_none())
            || own
                .instructions
                .iter()
                .any(|one| matches!(one.action, Action::Map(_)));
        if are_apart {
            return Units {
                run,
                positions,
                len: block,
                block,
            };
        }
        let most = match cut.is_shared() {
            true => positions / (OF_THREAD * thread_count()),
            false => positions,
        };
        let together = (most.min(LONGEST) / block).max(1);
        let run = run.of_rows_by(block * together);
        let len = run.cut().block_len();
        // Folds of integers have the same result in any blocks.
        let are_exact = own.reductions.iter().all(|one| !one.ty.is_float())
            && own.scans.iter().all(|scan| !scan.is_rounded());
        Units {
            run,
            positions,
            len,
            block: if are_exact { len } else { block },
        }
    }
}
