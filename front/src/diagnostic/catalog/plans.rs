//! Strategies, plans, and failures of our own.

use super::count;
use crate::diagnostic::Diagnostic;
use crate::ordered::ToList;
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

/// `#[backend(cuda)]`.
pub fn unknown_backend(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    const DEVICES: &[&str] = &[
        "cl", "cuda", "device", "gpu", "hip", "metal", "opencl", "rocm", "vulkan", "wgpu",
    ];
    const HOST: &[&str] = &[
        "default", "host", "openmp", "parallel", "rayon", "simd", "threads",
    ];
    if DEVICES.contains(&name) {
        return Diagnostic::new(
            span,
            format!("there is no backend `{name}`"),
            "write `#[backend(ocl)]`, with the feature `ocl`: it runs programs on GPUs and other devices by OpenCL",
        );
    }
    if HOST.contains(&name) {
        return Diagnostic::new(
            span,
            format!("there is no backend `{name}`"),
            "leave it out: programs run on all cores, with vectors, as `#[backend(cpu)]` says; \
             `#[backend(sequential)]` is one thread",
        );
    }
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).list();
    Diagnostic::new(
        span,
        "there is no such backend",
        format!("the backends are {}", super::listed(&known)),
    )
}

/// `#[backend(cpu, cpu)]`.
pub fn repeated_backend(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the backend `{name}` is listed twice"),
        "list every backend once",
    )
}

/// `#[backend]` or `#[backend()]`.
pub fn no_backend(span: Span, known: &[&str]) -> Diagnostic {
    let attribute = |name: &&str| format!("`#[backend({name})]`");
    let each: Vec<String> = known.iter().map(attribute).list();
    let several = [known.first(), known.last()].map(|name| name.copied().unwrap_or_default());
    Diagnostic::new(
        span,
        "no backend is listed",
        format!(
            "write {} or several: {}",
            each.join(", "),
            attribute(&several.join(", ").as_str())
        ),
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

/// An operator that is not associative: `sides` are the results of two ways to combine three
/// values, `assumed` the values of other names that the operator uses, `remedy` what
/// to write in its place.
pub fn not_associative(
    span: Span,
    combinator: &str,
    sides: &[String; 2],
    assumed: &[String],
    remedy: Option<&str>,
) -> Diagnostic {
    let [left, right] = sides;
    let remedy = remedy.map_or_else(String::new, |remedy| format!("{remedy}. Otherwise, "));
    let mistake = Diagnostic::new(
        span,
        format!("`{combinator}` needs an associative operator: {left}, but {right}"),
        format!(
            "{remedy}`#[cnf(strict)]` combines from left to right, on one thread; \
             `#[cnf(associative)]` promises that the operator is associative on all values that occur \
             (`#![cnf(…)]` before the statements of an expression)"
        ),
    )
    .note("blocks of elements are combined by themselves and then with each other: the result would depend on where they end");
    with_assumed(mistake, assumed)
}

/// The step and the operator of a fold, which do not belong together: `sides` are the results that two orders
/// of both give.
pub fn step_disagrees(span: Span, sides: &[String; 2], assumed: &[String]) -> Diagnostic {
    let [left, right] = sides;
    let mistake = Diagnostic::new(
        span,
        format!("the step of this `fold` and its operator disagree: {left}, but {right}"),
        format!(
            "`a ∘ b` must be what the step makes of the elements of `a` and then of those of `b`; \
             {UNCHECKED}"
        ),
    )
    .note("each block takes in its elements by the step, from the start, and the operator combines what blocks came to");
    with_assumed(mistake, assumed)
}

/// The start of a fold with a step, which changes a value that it is combined with.
pub fn start_is_not_neutral(span: Span, sides: &[String; 2], assumed: &[String]) -> Diagnostic {
    let [left, right] = sides;
    let mistake = Diagnostic::new(
        span,
        format!("the start of a `fold` with a step must be neutral for its operator: {left}, not {right}"),
        format!(
            "start from the neutral value, such as 0 for a sum, and combine the result with \
             another one afterwards; {UNCHECKED}"
        ),
    )
    .note("each block begins with the start, so that it would enter once for each of them");
    with_assumed(mistake, assumed)
}

/// The ways around the laws of folds with a step.
const UNCHECKED: &str = "`#[cnf(strict)]` takes all elements from left to right, on one thread; \
     `#[cnf(associative)]` promises that all is well for what occurs (`#![cnf(…)]` before the \
     statements of an expression)";

/// Says which values of names a mistake was found with.
fn with_assumed(mistake: Diagnostic, assumed: &[String]) -> Diagnostic {
    match assumed {
        [] => mistake,
        some => mistake.note(format!("this is with {}", some.join(", "))),
    }
}
