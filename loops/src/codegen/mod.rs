//! Loop nests to code.
//!
//! A generator sees a [`Nest`](crate::nest::Nest) and nothing before it; how loops are run on the
//! CPU is said by a [`Schedule`](crate::schedule::Schedule).

pub mod cpu;
mod host;
pub mod math;
mod names;
#[cfg(feature = "ocl")]
pub mod ocl;
pub mod spread;
pub mod versions;

use crate::math::Math;
pub use names::placed;
use proc_macro2::{Span, TokenStream};
use syn::Type;

/// The name of the crate `fusus` in generated code, and the options of the program.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct CodegenOptions {
    /// The path of the crate: `::fusus`, `$crate`, or the name that it was given.
    pub krate: TokenStream,
    /// Set if folds and scans keep their strict left-to-right order, which leaves one thread and
    /// one accumulator to each.
    pub strict: bool,
    /// Set if bodies are written a second time, to be compiled for wide instructions, and workers
    /// for builds without optimisation. People who read the code need them once.
    pub wide: bool,
    /// Set if errors are returned (`Result<_, fusus::Error>`); otherwise they panic.
    pub fallible: bool,
    /// The declared type of the result if nothing fails; `None` if nothing is declared.
    pub output: Option<Type>,
    /// The source location of that declaration.
    pub declared: Span,
    /// The implementation of elementary functions in the user's code.
    pub math: Math,
}
