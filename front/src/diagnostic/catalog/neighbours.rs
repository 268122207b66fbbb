//! Neighbours, and padded arrays.

use crate::diagnostic::Diagnostic;
use crate::ordered::ToList;
use proc_macro2::{Ident, Span};

/// `let ns = around(xs);`
pub fn around_alone(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`around` is an argument of `map` and no array by itself",
        "take its elements with the pattern of a worker: \
         `map(|[before, x, after]| …, around(xs))`",
    )
}

/// `map(|(a, b)| …, around(xs))`
pub fn around_needs_pattern(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "what `around` reads has an array pattern in the worker, of an odd number of elements",
        "the middle one is the element itself, and `_` is not read: \
         `map(|[before, x, after]| …, around(xs))`, `map(|[before, _, after]| …, around(xs))`",
    )
}

/// `map(|[a, b, c]| …, around(m))`, where `m` has two axes.
pub fn around_needs_picture(span: Span, axes: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "what `around` reads of an array of {axes} axes has an array pattern for each of them in \
             the worker, of an odd number of elements"
        ),
        "the pattern is the picture, the middle one is the element itself, and `_` is not read: \
         `map(|[[_, n, _], [w, _, e], [_, s, _]]| …, around(a))`",
    )
}

/// `map(f, around(a, 1))`, where `a` has two axes.
pub fn number_of_distances(span: Span, said: usize, axes: usize) -> Diagnostic {
    let count = |number: usize, of: &str, many: &str| match number {
        1 => format!("one {of}"),
        number => format!("{number} {many}"),
    };
    let example = match axes {
        1 => "1".to_owned(),
        axes => format!("[{}]", vec!["1"; axes].join(", ")),
    };
    Diagnostic::new(
        span,
        format!(
            "`around` says {} here, and the array has {}",
            count(said, "distance", "distances"),
            count(axes, "axis", "axes")
        ),
        format!(
            "give one for each axis: `around(a, {example})`; 0 stays in its place along an axis"
        ),
    )
}

/// `map(f, around(xs, n))`
pub fn distance_of_around(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "how far `around` goes is known when a program is compiled: a literal or a constant of the \
         program, 0 or more, for each axis",
        "write `map(f, around(xs, 1))` for 3 elements and `map(f, around(a, [0, 1]))` for 1 × 3; \
         as far as a number of the program says, fold over an index: `sum(i..i + w, |k| xs[k])`",
    )
}

/// `map(f, around(a, [100, 100]))`
pub fn around_too_far(span: Span, elements: usize, most: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("these are {elements} elements around each one, and a worker takes {most} at most"),
        "fold over indices where so many are read: \
         `generate(|i, j| sum(0..21, |u| sum(0..21, |v| p[[i + u - 10, j + v - 10]])))`",
    )
}

/// `map(|[a, b, c]| …, around(xs, 2))`
pub fn around_of_other_size(span: Span, lengths: &[usize]) -> Diagnostic {
    let lengths: Vec<String> = lengths.iter().map(ToString::to_string).list();
    let lengths = lengths.join(" × ");
    Diagnostic::new(
        span,
        format!("this pattern is not one of {lengths} elements, which `around` reads here"),
        "a distance of 1 is 3 elements along an axis; beside a pattern no distance is needed: \
         `map(|[before, x, after]| …, around(xs))`",
    )
}

/// `map(f, a, at(b, [0, 1]))`, where the numbers of axes differ.
pub fn neighbour_axes(span: Span, array: &Ident, axes: usize, wanted: usize) -> Diagnostic {
    let count = |axes: usize| match axes {
        1 => "one axis".to_owned(),
        axes => format!("{axes} axes"),
    };
    Diagnostic::new(
        span,
        format!(
            "`{array}` has {}, and is read as an array of {}",
            count(axes),
            count(wanted)
        ),
        "beside neighbours, all arguments have the same number of axes, and `at` an offset for each: \
         `at(a, [0, 1])`; `generate(|i, j| a[[i, j]] * xs[i])` mixes them",
    )
}

/// The ways to read a padded array.
const READS_OF_PADDED: &str = "read it at an index, `generate(|i| p[i - 1] + p[i + 1])`, in a \
     window, `sum(0..3, |k| p[i + k - 1])`, or beside the elements of a `map`: \
     `at(pad(edge, xs), 1)`, `around(pad(edge, xs))`";

/// `map(f, pad(edge, xs))`
pub fn pad_alone(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`pad` is a way to read an array and no array by itself: it has no end",
        READS_OF_PADDED,
    )
}

/// `windows(3, a)`, where `a` has several axes.
pub fn windows_of_axes(span: Span, axes: usize) -> Diagnostic {
    let names = &["i", "j", "k", "l", "m", "n"][..axes.min(6)];
    let (last, before) = names.split_last().expect("there are several axes");
    let (indices, before) = (names.join(", "), before.join(", "));
    let sizes = vec!["3"; axes].join(", ");
    Diagnostic::new(
        span,
        format!("`windows` of one size goes through a sequence, and this array has {axes} axes"),
        format!(
            "give a size for each axis, `windows([{sizes}], a)`; fold neighbours along one axis where \
             they lie, `generate(|{indices}| sum(0..3, |t| a[[{before}, {last} + t]]))`; or go through \
             all elements, row by row: `windows(3, flatten(a))`"
        ),
    )
}

/// `windows([3, 3, 3], a)`, where `a` has two axes.
pub fn number_of_windows_sizes(span: Span, given: usize, axes: usize) -> Diagnostic {
    let sizes = vec!["3"; axes].join(", ");
    let has = match axes {
        1 => "one axis".to_owned(),
        axes => format!("{axes} axes"),
    };
    Diagnostic::new(
        span,
        format!("these are {given} sizes of windows, and the array has {has}"),
        format!("give one for each axis: `windows([{sizes}], a)`"),
    )
}

/// `let p = pad(edge, xs); map(f, p)`
pub fn padded_as_array(name: &Ident, combinator: &str) -> Diagnostic {
    let taken = match combinator {
        "*" => "nothing can be written to it".to_owned(),
        combinator => format!("`{combinator}` cannot take it"),
    };
    Diagnostic::new(
        name.span(),
        format!("`{name}` is a padded array, which has no end: {taken}"),
        READS_OF_PADDED,
    )
}

/// `let p = pad(edge, xs); p`
pub fn padded_as_result(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is a padded array, which has no end and is no result"),
        "return what is read of it: `generate(|i| p[i])` has the elements of the array itself, and \
         `generate(|i| p[i + 1])` those one further on",
    )
}

/// `let p = pad(edge, xs); map(|j| p[j], js)`
pub fn padded_in_host(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is a padded array, which is read at an index and offsets from it only"),
        "the subscript is the index of a `generate` and a literal or constant: \
         `generate(|i| p[i - 1] + p[i + 1])`",
    )
}

/// `pad(xs, ys)`
pub fn padding_is_array(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is an array, and outside of an array there is one value"),
        PADDINGS,
    )
}

/// The arguments of `pad`.
const PADDINGS: &str = "`pad(edge, xs)` reads the nearest element, `pad(wrap, xs)` goes round, \
     `pad(reflect, xs)` and `pad(symmetric, xs)` mirror in the last element and behind it, and \
     `pad(0.0, xs)` reads a value";

/// `pad(nearest, xs)`
pub fn unknown_padding(name: &Ident, similar: Option<&str>) -> Diagnostic {
    let meant = similar.map_or_else(String::new, |similar| format!("; `{similar}` is one"));
    Diagnostic::new(
        name.span(),
        format!("`{name}` is neither a way to pad nor a value in scope{meant}"),
        PADDINGS,
    )
}
