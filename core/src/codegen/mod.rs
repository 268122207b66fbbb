//! Loop nests to code.
//!
//! A generator sees a [`Nest`](crate::nest::Nest) and nothing before it; how loops are run on the CPU is said by a
//! [`Schedule`](crate::schedule::Schedule).

pub mod cpu;
mod host;
mod names;
#[cfg(feature = "ocl")]
pub mod ocl;

pub(crate) use names::placed;
use proc_macro2::{Span, TokenStream};
use syn::Type;

/// How the generated code names the crate `fusus`, and what it may assume.
#[derive(Clone, Debug)]
pub struct Target {
    /// The path of the crate: `::fusus`, `$crate`, or what it was renamed to.
    pub krate: TokenStream,
    /// Whether folds and scans keep their strict left-to-right order, which
    /// leaves one thread and one accumulator to each.
    pub strict: bool,
    /// Whether bodies are written a second time, to be compiled for wide
    /// instructions. People who read the code need them once.
    pub wide: bool,
    /// Whether errors are returned (`Result<_, fusus::Error>`) or panic.
    pub fallible: bool,
    /// What the function is declared to return where nothing fails; `None`
    /// where nothing is declared.
    pub output: Option<Type>,
    /// Where that is declared.
    pub declared: Span,
}
