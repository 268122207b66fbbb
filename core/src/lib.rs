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

// Tokens to the intermediate representation, and the types of its scalars and arrays.
pub use fusus_front::{
    check, combinator, diagnostic, ir, items, lower, math, ordered, scalar, syntax, walk,
};

// The meaning of programs, and the part of it that must hold in every order.
pub use fusus_meaning::{associative, interp};

// Sizes, clusters, loops, the way in which they are run, code, and the backends that ask for it.
pub use fusus_loops::{backend, cluster, codegen, fuse, graph, nest, recompute, schedule, size};

// All of that in a row.
pub mod compile;

// The bindings that people are told of.
mod statements;

// The report of what was done, of which an expansion needs the end of a
// function's documentation alone.
pub mod documentation;

#[cfg(feature = "report")]
pub mod plan;

pub mod expand;

#[cfg(feature = "report")]
pub mod explain;

pub mod editor;

// Beside the pipeline: structs as elements of arrays over processes.
pub mod element;

pub use expand::{broken, expand, expand_fused};
