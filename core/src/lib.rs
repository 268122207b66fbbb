//! The compiler of fusus: the work of `cnf!`, as an ordinary library.
//!
//! Data flows one way, from top to bottom of this file, and no stage knows a
//! later one:
//!
//! ```text
//! tokens → syntax (parse) → check → lower → ir → associative → size → graph → cluster → fuse → nest → schedule → codegen
//! ```
//!
//! Every stage is a function that can be called alone; [`expand()`] calls them
//! all. Each stage reports everything that it finds wrong. Code is generated
//! only where nothing was; sizes are still inferred for the rest of a program
//! of which a part is wrong, so that all mistakes are reported at once.

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

// The words of the language, and how it speaks of mistakes.
pub mod combinator;
pub mod diagnostic;

pub mod items;
pub mod math;
pub mod ordered;
mod walk;

// Tokens to a surface tree, and the checks of its shape.
pub mod syntax;

pub mod check;

// The intermediate representation, and how programs get into it.
pub mod ir;

pub mod lower;

// The meaning of workers, for backends that need types.
pub mod scalar;

// The meaning of programs, and the part of it that must hold in every order.
pub mod interp;

pub mod associative;

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

// All of that in a row.
pub mod compile;

// The report of what was done, of which an expansion needs the end of a
// function's documentation alone.
pub mod documentation;

#[cfg(feature = "report")]
pub mod plan;

pub mod expand;

#[cfg(feature = "report")]
pub mod explain;

pub mod editor;

pub use expand::{broken, expand, expand_fused};
