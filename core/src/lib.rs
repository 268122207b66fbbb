//! The compiler of fusus.
pub mod graph;
pub mod cluster;
