//! Recurrences over indices: `recurrence(0.0, |y, i| 0.5 * y[i - 1] + xs[i])`.

use crate::diagnostic::Diagnostic;
use crate::ordered::ToList;
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
    let shown: Vec<String> = indices.iter().map(ToString::to_string).list();
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

/// `recurrence(0.0, |x, i| b[i] - sum(0..i, |k| a[[i, k]] * x[k]))`
pub fn recurrence_of_all(span: Span, array: &Ident, indices: &[Ident]) -> Diagnostic {
    let help = match indices {
        [index] => format!(
            "let a second index carry the fold, and hand the elements on to later rows: \
             `recurrence((0.0, 0.0), |(folded, {array}), {index}, k| …)`, of which the elements are \
             `generate(|{index}| {array}[[{index}, {index}]])`; the guide has a triangular system \
             among its recipes"
        ),
        _ => "let one more index carry the fold, as the triangular system among the guide's \
              recipes does, or fold what an array before has: `sum(…)` of an array that is complete"
            .to_owned(),
    };
    Diagnostic::new(
        span,
        format!(
            "`{array}` is read while it is made, and only at constant distances from the indices: a \
             fold over its elements is none"
        ),
        help,
    )
}

/// `recurrence(0, |best, i, w| best[[i - 1, w - weights[i]]])`
pub fn recurrence_in_row(span: Span, array: &Ident, index: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{array}` is read while it is made, and only at constant distances from the indices: \
             beside `{index}` this position is computed"
        ),
        format!(
            "what is complete is read at any position: write a program that makes the elements of one \
             `{index}` of those before them, with `generate(…)`, and call it for each; the guide has a \
             knapsack among its recipes"
        ),
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

/// `recurrence(0.0, |y, i| y[i] + xs[i])`
pub fn recurrence_of_itself(span: Span, array: &Ident, indices: &[Ident]) -> Diagnostic {
    let shown: Vec<String> = indices.iter().map(ToString::to_string).list();
    let (own, before) = match &shown[..] {
        [index] => (format!("{array}[{index}]"), format!("{array}[{index} - 1]")),
        [before @ .., last] => {
            let before = before.join(", ");
            (
                format!("{array}[[{before}, {last}]]"),
                format!("{array}[[{before}, {last} - 1]]"),
            )
        }
        [] => (array.to_string(), array.to_string()),
    };
    Diagnostic::new(
        span,
        format!("`{own}` is the element that is being made: it cannot follow from itself"),
        format!(
            "read one that is made before it, as `{before}`; what the worker has computed of the element has a \
             name of its own: `let next = …;`"
        ),
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

/// `recurrence(0, |d, i, j| d[[i - 1, j + 1]] + d[[i + 1, j - 1]])`
pub fn recurrence_without_order(
    span: Span,
    array: &Ident,
    indices: &[Ident],
    reads: &[Vec<isize>],
) -> Diagnostic {
    let shown = reads.iter().map(|read| {
        let along = read.iter().zip(indices);
        let along = along.map(|(distance, index)| match distance {
            0 => index.to_string(),
            1.. => format!("{index} + {distance}"),
            before => format!("{index} - {}", before.unsigned_abs()),
        });
        let along: Vec<String> = along.list();
        format!("`{array}[[{}]]`", along.join(", "))
    });
    let mut all: Vec<String> = Vec::new();
    for read in shown {
        if !all.contains(&read) {
            all.push(read);
        }
    }
    let last = all.pop().unwrap_or_default();
    let names: Vec<String> = indices.iter().map(|index| format!("`{index}`")).list();
    Diagnostic::new(
        span,
        format!(
            "an element of `{array}` follows from {} and {last}: in no order and direction of {} \
             do all of them come before it",
            all.join(", "),
            names.join(" and ")
        ),
        "what needs elements at all sides is computed step by step: call a program with `generate` \
         once for each step",
    )
}

fn away(distance: isize) -> String {
    match distance {
        0.. => format!("{distance} behind it"),
        before => format!("{} before it", before.unsigned_abs()),
    }
}
