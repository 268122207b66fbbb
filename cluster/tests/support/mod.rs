//! Graphs for the tests, examples and benchmarks of clustering, included by
//! path.
#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod known;
pub mod letter;
pub mod lists;
pub mod oracle;
pub mod random;
