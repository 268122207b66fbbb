//! Chunks: neighbouring positions that one item does from left to right, where the order of elements
//! shows. One kernel says what each chunk comes to, the host what comes before it, and a second kernel
//! does the chunks again.

use super::kernel::Kernel;

/// The most chunks, and the shortest one.
const MOST: usize = 1 << 16;
const SHORTEST: usize = 64;

/// The chunks of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunks {
    positions: usize,
    len: usize,
}

impl Chunks {
    pub(super) fn of(positions: usize) -> Chunks {
        Chunks {
            positions,
            len: positions.div_ceil(MOST).max(SHORTEST),
        }
    }

    /// The number of chunks.
    pub(super) fn count(&self) -> usize {
        self.positions.div_ceil(self.len)
    }

    /// Begins a kernel, each of whose items does a chunk, in a loop that is closed by the caller.
    /// Variables of the item are written before it.
    pub(super) fn begin(&self, kernel: &mut Kernel, variables: &[String]) {
        let ty = kernel.parameters.position();
        kernel.parameters.count("chunk", self.len);
        let lines = &mut kernel.lines;
        lines.line(format_args!("{ty} item = ({ty})get_global_id(0);"));
        lines.line(format_args!("{ty} start = item * chunk;"));
        lines.line("if (start >= n) return;");
        lines.line(format_args!(
            "{ty} end = n - start < chunk ? n : start + chunk;"
        ));
        for variable in variables {
            lines.line(variable);
        }
        lines.open(format_args!("for ({ty} i = start; i < end; i++)"));
    }
}
