//! Clustering: which bindings share a loop. It is a crate of its own, which sees nothing but the
//! graph.

pub use fusus_cluster::*;
