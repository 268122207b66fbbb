//! Text that is written line by line.

use std::fmt::Display;

/// Lines of C, each indented as deep as the blocks around it.
#[derive(Debug)]
pub(super) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// Lines inside of a block.
    pub(super) fn inside() -> Lines {
        Lines {
            text: String::new(),
            depth: 1,
        }
    }

    pub(super) fn line(&mut self, line: impl Display) {
        self.text
            .push_str(&format!("{:1$}{line}\n", "", 4 * self.depth));
    }

    /// Begins a block.
    pub(super) fn open(&mut self, head: impl Display) {
        self.line(format_args!("{head} {{"));
        self.depth += 1;
    }

    /// Ends a block.
    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    pub(super) fn into_string(self) -> String {
        self.text
    }
}
