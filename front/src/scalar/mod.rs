//! The typed scalar language: the form of workers for a backend that must know
//! types.
//!
//! The Rust backends leave types to rustc. A device compiler takes C, in which
//! everything has a type that is written down, so types are inferred here,
//! over the subset of Rust that devices have: from the signature of the
//! program ([`program()`]) to those of every array and scalar ([`Types`]), and
//! then for one worker at a time ([`Env::worker`]) to a tree of operations on
//! known types ([`Function`]).
//!
//! rustc still judges every program: one that is accepted here and not by Rust
//! does not compile. So inference may be more generous than Rust's, in that it
//! does not care for the order in which types become known.
//!
//! The interpreter has an inference of its own (`interp::eval`), which asks
//! less and takes more: it looks at values of any Rust type and may answer
//! that it does not know.

pub mod constants;
mod declared;
mod infer;
pub mod methods;
mod prim;
mod program;
mod reductions;
mod tree;
mod types;

pub use infer::Env;
pub use prim::Prim;
pub use program::{Types, program};
pub use reductions::{reductions, typed_starts};
pub use tree::{
    Binary, Expr, ExprKind, Function, HelperId, Local, LocalId, LoopId, Number, Place, Statement,
    Unary,
};
pub use types::Type;
