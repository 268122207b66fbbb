//! The compiler of fusus.
pub mod cluster;
pub mod graph;
pub mod interp;
pub mod ir;
