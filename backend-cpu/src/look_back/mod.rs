//! Look-back: prefixes from block to block. See `README.md`.

mod chain;
mod slots;

pub use chain::Chain;
pub(crate) use slots::PrefixSlots;
