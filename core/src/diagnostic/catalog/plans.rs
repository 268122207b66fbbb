//! Strategies, plans, and failures of our own.

use super::count;
use crate::diagnostic::Diagnostic;
use proc_macro2::Span;

/// `#[cnf(strategy = "…")]` with an unknown name.
pub fn unknown_strategy(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("there is no strategy `{name}`"),
        format!("the strategies are `{}`", known.join("`, `")),
    )
}

/// `#[cnf(cost = "…")]` with an unknown name.
pub fn unknown_cost(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("there is no cost model `{name}`"),
        format!("the cost models are `{}`", known.join("`, `")),
    )
}

/// `#[cnf(loops = N)]` that the plan does not keep.
pub fn too_many_loops(span: Span, allowed: usize, clusters: &str, loops: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "this program becomes {}, but `loops` allows {allowed}",
            count(loops, "loop")
        ),
        format!("raise `loops` to {loops}, or look at why the loops stay apart: a fold's result is complete only after its loop, and a filtered array has a length of its own"),
    )
    .note(format!("the loops are {clusters}"))
}

/// The compiler of fusus panicked.
pub fn broken(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        "fusus itself failed here, which is a mistake of its own",
        "please report it together with the program",
    )
    .note(message)
}

/// A mistake of the compiler's own, found by the checks between its stages.
pub fn internal(program: &str, what: &str) -> Diagnostic {
    Diagnostic::new(
        Span::call_site(),
        format!("fusus made a mistake in `{program}`: {what}"),
        "this is a bug of fusus, not of the program; please report it with the program's text",
    )
}
