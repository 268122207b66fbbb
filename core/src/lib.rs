//! The compiler of fusus.
pub mod diagnostic;
pub mod syntax;
pub mod check;
pub mod ir;
pub mod lower;
pub mod size;
pub mod graph;
pub mod cluster;
