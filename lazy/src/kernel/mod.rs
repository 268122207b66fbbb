//! Instructions: loops over pieces of blocks, which stay in the first-level cache.

pub(crate) mod arithmetic;
pub(crate) mod bank;
pub(crate) mod cast;
mod chains;
pub(crate) mod fold;
pub(crate) mod frame;
pub(crate) mod gather;
mod map;
pub(crate) mod number;
pub(crate) mod past;
pub(crate) mod prefixes;
mod quotient;
pub(crate) mod reductions;
pub(crate) mod rows;
mod scan;
mod sections;
pub(crate) mod state;
pub(crate) mod sweep;
