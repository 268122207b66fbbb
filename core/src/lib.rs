//! The compiler of fusus.
pub mod check;
pub mod cluster;
pub mod codegen;
pub mod diagnostic;
pub mod fuse;
pub mod graph;
pub mod ir;
pub mod lower;
pub mod nest;
pub mod size;
pub mod syntax;
