//! The dependency graph of a program. It is that of `fusus-cluster`, which knows nothing of
//! programs; [`build`](mod@build) makes it from the intermediate representation.

pub mod build;
mod memory;
mod messages;
pub mod uses;

pub use fusus_cluster::graph::*;
