//! Look-back: prefixes from block to block. See `README.md`.

mod chain;
mod line;

pub use chain::Chain;
pub(crate) use line::Line;
