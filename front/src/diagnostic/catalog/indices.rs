//! Indices of which nothing says how far they go.

use crate::diagnostic::{Diagnostic, place};
use crate::ordered::ToList;
use proc_macro2::{Ident, Span};
use syn::ExprBinary;
use syn::spanned::Spanned;

/// `generate(|i| 0.0)`, `generate(|i| xs[s * i])`, and `recurrence(1, |y, i| y[i - 1] + 1)`: `missing`
/// are those of the indices of which nothing says it, and `read` is an array that is read at a
/// number computed from the first of them, and that number.
pub fn unbounded_index(
    missing: &[&Ident],
    indices: &[Ident],
    combinator: &str,
    read: Option<&(Ident, String)>,
) -> Diagnostic {
    let mut numbers = ["n", "m", "k", "l"].into_iter();
    let sizes = indices.iter().map(|index| match missing.contains(&index) {
        true => numbers.next().unwrap_or("n"),
        false => "..",
    });
    let sizes: Vec<&str> = sizes.list();
    let names: Vec<String> = indices.iter().map(ToString::to_string).list();
    let said = match indices.len() {
        _ if combinator == "recurrence" => format!(
            "`recurrence(…, [{}], |…, {}| …)`",
            sizes.join(", "),
            names.join(", ")
        ),
        0 | 1 => format!("`generate(n, |{}| …)`", missing[0]),
        _ => format!(
            "`generate([{}], |{}| …)`",
            sizes.join(", "),
            names.join(", ")
        ),
    };
    unbounded(
        missing,
        read,
        &format!("say the number of elements: {said}"),
    )
}

/// `generate(|i| if i > 0 { xs[i - 1] } else { 0.0 })`: a condition of which the read on another line
/// says that it holds everywhere, or nowhere. It has the first number of the index, if it is that.
pub fn decided_condition(
    condition: &ExprBinary,
    text: &str,
    holds: bool,
    index: &Ident,
    (read, first): (Span, Option<usize>),
) -> Diagnostic {
    let when = if holds { "always" } else { "never" };
    let (since, beside) = match first {
        Some(first) => (format!("begins at {first}"), format!("{index} - 1")),
        None => ("ends before that".to_owned(), format!("{index} + 1")),
    };
    Diagnostic::new(
        condition.span(),
        format!("`{text}` {when} holds: the index `{index}` {since}"),
        format!(
            "an index goes where all of its reads are inside of their arrays; to go through all elements, read \
             a padded array, which has no ends: `let p = pad(0.0, xs);` and `p[{beside}]` for `xs[{beside}]`"
        ),
    )
    .note(format!(
        "the read on {} says so, whatever condition stands around it",
        place(read)
    ))
}

/// `sum(|k| k as f64)`
pub fn unbounded_fold(index: &Ident, read: Option<&(Ident, String)>) -> Diagnostic {
    let said = format!("say how far: `sum(0..n, |{index}| …)`");
    unbounded(&[index], read, &said)
}

/// `generate(|i| a[[i, ..]])`
pub fn range_as_subscript(span: Span, array: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a subscript of `{array}` is a number, and this is a range"),
        format!(
            "read the elements at an index, `generate(|i, j| {array}[[i, j]])` or \
             `sum(|j| {array}[[i, j]])`; a program over rows takes them as sequences: \
             `map(|row| …, rows({array}))`"
        ),
    )
}

/// `generate(|i| self.xs[i])`
pub fn unbounded_by_place(index: &Ident, place: &str) -> Diagnostic {
    Diagnostic::new(
        index.span(),
        format!("nothing says how far `{index}` goes: no array is read at it"),
        format!(
            "`{place}` is no name of an array: write `let xs = &{place};`, and read `xs` at it"
        ),
    )
}

/// `generate(|i, _| xs[i])`
pub fn unnamed_index(span: Span, indices: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        "nothing is read at an index without a name, so that nothing says how far it goes",
        match indices {
            1 => "say the number of elements: `generate(n, |_| …)`".to_owned(),
            _ => "say its size, `generate([.., n], |i, _| …)`, or leave it out".to_owned(),
        },
    )
}

/// `generate(|i, u| xs[i + u])`
pub fn sum_of_unbounded(
    span: Span,
    array: &Ident,
    sum: &[&Ident],
    (indices, ends): (&[Ident], &[usize]),
) -> Diagnostic {
    let (last, before) = sum.split_last().expect("a sum has several indices");
    let before: Vec<String> = before.iter().map(|index| format!("`{index}`")).list();
    let sizes = (0..indices.len()).map(|number| match ends.contains(&number) {
        true => "3",
        false => "..",
    });
    let sizes: Vec<&str> = sizes.list();
    let names: Vec<String> = indices.iter().map(ToString::to_string).list();
    Diagnostic::new(
        span,
        format!(
            "nothing says how far {} and `{last}` go: `{array}` is read at their sum, and more than one \
             of them is bounded by nothing else",
            before.join(", ")
        ),
        format!(
            "say the size of all of them but one, `generate([{}], |{}| …)`, or read another array at \
             `{last}` alone",
            sizes.join(", "),
            names.join(", ")
        ),
    )
}

fn unbounded(missing: &[&Ident], read: Option<&(Ident, String)>, said: &str) -> Diagnostic {
    let (first, names) = (
        missing[0],
        missing.iter().map(|index| format!("`{index}`")).list(),
    );
    let names: Vec<String> = names;
    let (go, them) = match missing.len() {
        1 => ("goes", "it"),
        _ => ("go", "them"),
    };
    let what = format!("nothing says how far {} {go}", super::listed(&names));
    match read {
        Some((array, at)) => Diagnostic::new(
            first.span(),
            format!("{what}: `{array}` is read at `{at}`, from which it does not follow"),
            format!(
                "{said}; it follows from `{first}` with numbers of the program added to it, and from \
                 its multiples by literals and constants, as in `{array}[2 * {first} + 1]`"
            ),
        ),
        None => {
            let read = match missing.len() {
                1 => format!("`xs[{first}]`, or "),
                _ => "or ".to_owned(),
            };
            Diagnostic::new(
                first.span(),
                format!("{what}: no array is read at {them}"),
                format!("read an array at {them}, {read}{said}"),
            )
        }
    }
}

/// `generate(|i| sum(i..i + w, |k| xs[k]))`, and `generate(|r| sum(offsets[r]..offsets[r + 1], |k| xs[k]))`, whose
/// range ends at an element.
pub fn end_of_range(span: Span, index: &Ident, element_of: Option<&Ident>) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "nothing says how far `{index}` goes: where this range ends is known only when the program runs"
        ),
        match element_of {
            Some(ends) => format!(
                "say how many ranges there are: `generate(len({ends}) - 1, |{index}| …)` for those between \
                 neighbouring elements of `{ends}`"
            ),
            None => format!(
                "end it at `{index}` and numbers of the program, `{index} + w`, or say the size of `{index}`: \
                 `generate([n - w + 1], |{index}| …)`"
            ),
        },
    )
}

/// `generate(|i| xs[i + s])` with `s: i32`.
pub fn number_of_other_type(span: Span, number: &str, ty: &str) -> Diagnostic {
    let help = match ty.starts_with('u') {
        true => format!("bind it as such, `let by = {number} as usize;`, and write `by` here"),
        false => format!(
            "if it is never below zero, bind `let by = {number} as usize;` and write `i + by`; if it never is \
             above, `let by = -{number} as usize;` and `i - by`; an element that is found for each index by \
             itself is checked: `generate(n, |i| xs[(i as {ty} + {number}) as usize])`"
        ),
    };
    Diagnostic::new(
        span,
        format!(
            "`{number}` is of type `{ty}`, but an index and what is added to it are of type `usize`"
        ),
        help,
    )
}
