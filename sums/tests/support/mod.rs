//! Products of the vectors, and the oracles, included by path.
#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod einsum;
pub mod execute;
pub mod linear;
pub mod oracle;
pub mod vectors;
