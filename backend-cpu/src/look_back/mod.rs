//! What a block learns from the blocks to its left: see `README.md`.

mod chain;
mod line;

pub use chain::Chain;
pub(crate) use line::Line;
