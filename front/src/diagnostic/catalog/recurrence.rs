//! Recurrences over indices: `recurrence(0.0, |y, i| 0.5 * y[i - 1] + xs[i])`.

use crate::diagnostic::Diagnostic;
use proc_macro2::{Ident, Span};

/// `recurrence(0.0, |y| y + 1.0)`
pub fn recurrence_indices(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the worker of this `recurrence` takes the array that it makes, and indices",
        "write `recurrence(0.0, |y, i| 0.5 * y[i - 1] + xs[i])`, or give it arrays: \
         `recurrence(0.0, |y, x| 0.5 * y + x, xs)`",
    )
}

/// `recurrence(0.0, |y, i| y[2 * i] + xs[i])`
pub fn recurrence_subscript(span: Span, array: &Ident, indices: &[Ident]) -> Diagnostic {
    let shown: Vec<String> = indices.iter().map(ToString::to_string).collect();
    let own = match &shown[..] {
        [index] => format!("{array}[{index} - 1]"),
        [before @ .., last] => format!("{array}[[{}, {last} - 1]]", before.join(", ")),
        [] => array.to_string(),
    };
    Diagnostic::new(
        span,
        format!(
            "`{array}` is read while it is made, and only at constant distances from the indices"
        ),
        format!("write `{own}`: the distances are literals or constants beside the program"),
    )
}

/// `recurrence(0.0, |y, i| xs[i])`
pub fn recurrence_of_nothing(span: Span, array: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("no element of `{array}` follows from another one"),
        "that is `generate(|i| …)`",
    )
}

/// `recurrence(0.0, |y, i| y[i - 1] + y[i + 1])`
pub fn recurrence_cycle(span: Span, array: &Ident, one: isize, other: isize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "an element of `{array}` follows from one {} and from one {}, so that none can be the first",
            away(one),
            away(other)
        ),
        "all distances go one way along an axis; what needs both is computed step by step: \
         call a program with `generate` once for each step",
    )
}

/// `recurrence(0, |d, i, j| d[[i - 1, j]] + d[[i, j - 1]])`
pub fn recurrence_of_axes(span: Span, array: &Ident, indices: (&Ident, &Ident)) -> Diagnostic {
    let (one, other) = indices;
    Diagnostic::new(
        span,
        format!(
            "an element of `{array}` follows from others along `{one}` and along `{other}`, and a \
             `recurrence` goes along one axis"
        ),
        format!(
            "make a program of one step along `{one}`, which is given what the step before made, and \
             call it once for each `{one}`"
        ),
    )
}

fn away(distance: isize) -> String {
    match distance {
        0 => "at its own position".to_owned(),
        1.. => format!("{distance} behind it"),
        before => format!("{} before it", before.unsigned_abs()),
    }
}
