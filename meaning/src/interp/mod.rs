//! The reference meaning of the IR.
//!
//! [`run()`] executes the bindings of a program one after the other, in the order of the program,
//! over dynamic values: no fusion, no threads, no optimisation. Its result is the meaning of the
//! program, and every backend is tested against it.
//!
//! Workers, seeds and host expressions are evaluated as written, in the subset of Rust that `eval`
//! knows. Functions and constants from outside of the program come with the [`Inputs`].

mod columns;
mod convert;
mod error;
mod eval;
mod grid;
mod inputs;
mod literal;
mod operations;
mod run;
mod typed;
mod types;
mod value;
mod workers;

pub use crate::scalar::Prim;
pub use convert::Element;
pub use error::{Error, Fault, Measured};
pub use inputs::{HostFunction, Inputs};
pub use literal::Literal;
pub use run::{Outcome, elements, run};
pub use types::Type;
pub(crate) use value::by_name;
pub use value::{Array, Value};
pub use workers::{Worker, Workers};

/// The behaviour of integer arithmetic beyond the range of its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// It panics, as in a debug build.
    #[default]
    Panic,
    /// It wraps around, as in a release build.
    Wrap,
}

/// Source for messages.
fn text(source: &impl quote::ToTokens) -> String {
    crate::ir::tokens::text(source.to_token_stream())
}
