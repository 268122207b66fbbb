//! The compiler of fusus.
pub mod cluster;
pub mod graph;
