//! Programs over arrays that are spread over processes.

use crate::diagnostic::Diagnostic;
use proc_macro2::Span;

/// A part of a program that no loop over several processes does.
pub fn not_spread(span: Span, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`#[backend(mpi)]` does not run {what}"),
        help.to_owned(),
    )
}
