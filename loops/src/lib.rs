//! The loops of programs in Combinator Normal Form: sizes, the clusters of bindings, nests of
//! loops, the schedules by which they are run, and generated code.
//!
//! It is a crate of its own so that cargo can build it beside `fusus_meaning`, on which no loop
//! depends. `fusus_core` has its modules as its own, and says how all stages belong together.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "report"),
    allow(
        missing_debug_implementations,
        reason = "syntax has none without this feature"
    )
)]
#![allow(
    clippy::large_enum_variant,
    reason = "syntax trees are large and few; boxes would only blur them"
)]

use fusus_front::{diagnostic, ir, math, ordered, scalar, tail, walk};

// Sizes, dependencies, clusters.
pub mod size;

pub mod recompute;

pub mod graph;

pub mod cluster;

// Loops.
pub mod nest;

pub mod fuse;

// The way in which loops are run.
pub mod schedule;

// Code, and the backends that ask for it.
pub mod codegen;

pub mod backend;
