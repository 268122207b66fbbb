//! Programs over arrays that are spread over processes: what they take and return, and what they cannot do.
//!
//! Their loops are those of [`cpu`](super::cpu).

mod refused;
mod signature;

pub use refused::refused;
pub use signature::signature;
