//! The arguments of combinators: their number and their order.

use super::{count, parameters};
use crate::combinator::Combinator;
use crate::diagnostic::Diagnostic;
use proc_macro2::{Ident, Span};

/// Too few or too many arguments.
pub fn wrong_arity(span: Span, combinator: &Combinator, given: usize, method: bool) -> Diagnostic {
    let counted = if method {
        format!("{} and the receiver", count(given - 1, "argument"))
    } else {
        count(given, "argument")
    };
    Diagnostic::new(
        span,
        format!(
            "`{}` takes {}, but {counted} {} given",
            combinator.name,
            parameters(combinator),
            if given == 1 && !method { "was" } else { "were" },
        ),
        format!("write `{}`", combinator.usage),
    )
}

/// `sum(a, 0)`.
pub fn sum_along_axis(span: Span, array: &Ident, axis: &str) -> Diagnostic {
    let lanes = match axis {
        "0" => format!("columns({array})"),
        "1" => format!("rows({array})"),
        axis => format!("lanes({axis}, {array})"),
    };
    Diagnostic::new(
        span,
        format!("`sum({array})` is the sum of all elements, and takes no axis"),
        format!(
            "the sums along an axis are programs over its lanes: `map(|lane| sum(lane), {lanes})`, of an array \
             of two axes; or of any number, `lanes({axis}, {array})`"
        ),
    )
}

/// `recurrence(0.0, |(a, b), x| …, xs)`, whose start is to be the tuple of `instead`.
pub fn start_of_parts(span: Span, start: &str, instead: &str, parts: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the start `{start}` is one value, which the worker takes apart into {parts}"),
        format!("write a start for each part: `({instead})`"),
    )
}

/// `sum(|x| x * x, xs)`.
pub fn sum_by_worker(span: Span, instead: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        "`sum` takes the array that it adds up, and no worker beside it",
        format!("let `map` make its elements: write `{instead}`"),
    )
}

/// `generate(h, w, |i, j| i * j)`.
pub fn sizes_apart(span: Span, instead: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        "`generate` takes the sizes of its axes as one list, the outermost first",
        format!("write `{instead}`"),
    )
}

/// `map(…).sum::<f64>()`.
pub fn turbofish_of_combinator(name: &Ident, turbofish: &str) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is a combinator here, which takes no `{turbofish}`"),
        "leave it out: the type follows from that of the elements",
    )
}

/// The right arguments in the wrong places.
pub fn wrong_order(
    span: Span,
    combinator: &Combinator,
    method: bool,
    in_order: Option<&str>,
) -> Diagnostic {
    let help = if method {
        format!(
            "the receiver stands for the array in `{}`, and the other arguments follow in that order",
            combinator.usage
        )
    } else {
        format!(
            "it takes {}, in this order: write `{}`",
            parameters(combinator),
            in_order.unwrap_or(combinator.usage)
        )
    };
    Diagnostic::new(
        span,
        format!(
            "the arguments of `{}` are in the wrong order",
            combinator.name
        ),
        help,
    )
}

/// `gather(indices, data)`, `scatter(dest, values, indices)`: the elements of type `given` are in
/// the place of indices.
pub fn indices_elsewhere(span: Span, combinator: &Combinator, given: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "the arrays of `{}` are in the wrong order: its indices are of type `{given}`, no integers",
            combinator.name
        ),
        format!("write `{}`", combinator.usage),
    )
}

/// `gather(xs, ys)` where both are floats.
pub fn indices_not_integers(span: Span, combinator: &Combinator, given: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "the indices of `{}` are of type `{given}`, no integers",
            combinator.name
        ),
        format!(
            "make integers of them first, `map(|i| i as usize, …)`: `{}`",
            combinator.usage
        ),
    )
}

/// `fold(0.0 |a, b| …, xs)`.
pub fn missing_comma(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "a comma is missing before the worker of `{}`",
            combinator.name
        ),
        format!("write `{}`", combinator.usage),
    )
}
