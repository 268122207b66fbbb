//! Lengths that need not agree.

use super::count;
use crate::diagnostic::Diagnostic;
use proc_macro2::Span;

/// `generate(-1, …)`, and `reshape(xs, [h, -1])`, where `instead` is the expression for the number that is
/// left out.
pub fn negative_size(span: Span, size: isize, instead: Option<&str>) -> Diagnostic {
    let help = match instead {
        Some(instead) => format!(
            "no size follows from the others; write what it is, `{instead}`: another number of elements \
             ends the program with an error"
        ),
        None => "write how many there are, such as `len(xs)` or a parameter `n: usize`".to_owned(),
    };
    Diagnostic::new(
        span,
        format!("a size is never below zero, as {size} is"),
        help,
    )
}

/// An array in a message about sizes.
#[derive(Clone, Debug)]
pub struct Sized {
    /// Its name in backticks, or a description if it has none.
    pub label: String,
    /// Its name, where the user gave it one.
    pub name: Option<String>,
    /// The origin of its length, in words.
    pub length: String,
    /// The number it is generated with, as the user's own expression if that has no name.
    pub generated: Generated,
    /// If it is an axis of an input, the statement that binds its length to `size`.
    pub axis: Option<String>,
}

impl Sized {
    /// A note of its length: `xs` has the length of `ys`.
    pub(super) fn says_length(&self) -> String {
        format!("{} has the length of {}", self.label, self.length)
    }
}

/// The computation of an array's length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Generated {
    /// By a number that is computed in place.
    With(String),
    /// By a number that has a name, or a literal.
    Named,
    /// It is not generated with a number.
    No,
}

/// `let n = w * h;` and the name in it, for a number that is computed in place.
fn binding(of: &Sized) -> Option<(String, &'static str)> {
    let Generated::With(expression) = &of.generated else {
        return None;
    };
    let mut words = expression.split(|c: char| !c.is_alphanumeric() && c != '_');
    let name = match words.any(|word| word == "n") {
        true => "count",
        false => "n",
    };
    Some((format!("`let {name} = {expression};`"), name))
}

fn conform(what: &Sized, like: &Sized) -> String {
    if let Some((shape, other)) = axis(what, like).or_else(|| axis(like, what)) {
        return format!(
            "write `{shape}` and read `conform({other}, 0..size)`, which checks it at run time"
        );
    }
    match (&what.name, &like.name) {
        (Some(what), Some(like)) => {
            format!("say so with `conform({what}, {like})`, which checks it at run time")
        }
        _ => {
            "bind both with `let` and say so with `conform`, which checks it at run time".to_owned()
        }
    }
}

/// The statement for the length of an axis, and the name of the array beside it.
fn axis<'s>(axis: &'s Sized, other: &'s Sized) -> Option<(&'s str, &'s str)> {
    Some((axis.axis.as_deref()?, other.name.as_deref()?))
}

/// The help for calls by names that other languages have for a range.
fn range(first: &Sized, second: &Sized) -> Option<&'static str> {
    let is_range = |of: &Sized| {
        let call = of.label.strip_prefix('`');
        let name = call.and_then(|call| call.split_once('('));
        name.is_some_and(|(name, _)| ["arange", "iota", "range"].contains(&name))
    };
    let help = "numbers in a row are an array, `0..len(xs)` or `0..n`; ";
    (is_range(first) || is_range(second)).then_some(help)
}

/// Two arrays that must have one length and need not.
pub fn sizes_differ(span: Span, combinator: &str, first: &Sized, second: &Sized) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "{} but {} and {} may differ in length",
            needs(combinator),
            first.label,
            second.label
        ),
        match (
            parts_of_one(first, second),
            binding(first).or_else(|| binding(second)),
        ) {
            (Some(array), _) => in_index_notation(array),
            (None, Some((binding, name)))
                if first.generated != Generated::No && second.generated != Generated::No =>
            {
                format!(
                    "if both have the same number of elements, compute it once, {binding}, and generate both with `{name}`; or {}",
                    conform(second, first)
                )
            }
            _ => format!(
                "{}if they always have the same length, {}",
                range(first, second).unwrap_or_default(),
                conform(second, first)
            ),
        },
    )
    .note(first.says_length())
    .note(second.says_length())
}

/// An input that would have to be as long as a filtered array.
pub fn input_of_rigid_size(
    span: Span,
    combinator: &str,
    input: &Sized,
    rigid: &Sized,
) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "{} but {} and {} may differ in length",
            needs(combinator),
            rigid.label,
            input.label
        ),
        match (parts_of_one(input, rigid), binding(rigid)) {
            (Some(array), _) => in_index_notation(array),
            (None, Some((binding, name))) => format!(
                "if {} always has that length, give the number a name, {binding}, and generate with `{name}`, which checks it at run time; or {}",
                input.label,
                conform(input, rigid)
            ),
            (None, None) => format!(
                "{}if {} always has that length, {}",
                range(input, rigid).unwrap_or_default(),
                input.label,
                conform(input, rigid)
            ),
        },
    )
    .note(format!(
        "{} has the length of {}",
        rigid.label, rigid.length
    ))
    .note(format!(
        "{} comes from outside and may have any length",
        input.label
    ))
}

/// `scatter(dest, 0..len(xs), kept)`, where `kept` is not as long as `xs`: the array of the other length, the one
/// that is counted, and the one whose length it is.
pub fn counted_by_other(
    span: Span,
    combinator: &str,
    other: &Sized,
    (counted, by): (&Sized, &Sized),
) -> Diagnostic {
    let help = match (&other.name, &by.name) {
        (Some(other), Some(by)) => {
            format!("write `len({other})` in the place of `len({by})` to have as many")
        }
        _ => "count as many as the other array has: bind it with `let`, and write `len(…)` of its name".to_owned(),
    };
    Diagnostic::new(
        span,
        format!(
            "{} but {} and {} may differ in length",
            needs(combinator),
            other.label,
            counted.label
        ),
        help,
    )
    .note(format!(
        "{} has the length of {}",
        other.label, other.length
    ))
    .note(format!(
        "{} has the length of {}, which comes from outside and may have any length",
        counted.label, by.label
    ))
}

/// `map(|s, x| x / s, sums, xs)`, where a `fold_by` of the elements makes `sums`.
pub fn folds_beside_elements(
    span: Span,
    combinator: &str,
    folds: &Sized,
    elements: &Sized,
) -> Diagnostic {
    let named = folds.name.as_deref().unwrap_or("folds");
    Diagnostic::new(
        span,
        format!(
            "{} but {} has one element for each run of equal keys, and {} one for each key",
            needs(combinator),
            folds.label,
            elements.label
        ),
        format!(
            "number the runs, `let runs = scan(0, |a, b| a + b, map(|k, before| usize::from(k != before), \
             keys, at(pad(edge, keys), -1)));`, and read the fold of each run: `gather({named}, runs)`"
        ),
    )
    .note(format!(
        "{} has the length of {}",
        folds.label, folds.length
    ))
}

/// `*ys = filter(…)`.
pub fn written_size(span: Span, parameter: &str, what: &Sized) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`*{parameter} = …` needs an array of the length of `{parameter}`, but {} may have another",
            what.label
        ),
        "bind the new array with `let` and return it",
    )
    .note(format!("{} has the length of {}", what.label, what.length))
    .note(format!(
        "`{parameter}` comes from outside and may have any length"
    ))
}

/// Two lengths that are never the same.
pub fn sizes_never_agree(
    span: Span,
    combinator: &str,
    first: (&str, usize),
    second: (&str, usize),
) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "{} but {} has {} and {} has {}",
            needs(combinator),
            first.0,
            count(first.1, "element"),
            second.0,
            count(second.1, "element")
        ),
        match combinator {
            "conform" => "it can only fail: give both the same sizes",
            _ => "generate both with the same number",
        },
    )
}

/// `map(|x, i| …, xs, 0..len(xs) + 1)`
pub fn lengths_apart(
    span: Span,
    combinator: &str,
    (first, second): (&Sized, &Sized),
    more: i128,
) -> Diagnostic {
    let (longer, shorter) = if more > 0 {
        (first, second)
    } else {
        (second, first)
    };
    let more = usize::try_from(more.unsigned_abs()).unwrap_or(usize::MAX);
    Diagnostic::new(
        span,
        format!(
            "{} but {} always has {} more than {}",
            needs(combinator),
            longer.label,
            count(more, "element"),
            shorter.label
        ),
        match binding(first).or_else(|| binding(second)) {
            Some((binding, name))
                if first.generated != Generated::No && second.generated != Generated::No =>
            {
                format!(
                    "give both the same number of elements: compute it once, {binding}, and generate both with `{name}`"
                )
            }
            _ => "give both the same number of elements; `generate(n, |i| …)` may read an input anywhere, \
                  `if i < len(xs) { xs[i] } else { … }`"
                .to_owned(),
        },
    )
    .note(first.says_length())
    .note(second.says_length())
}

/// The array of which both are parts, as in `map(f, xs[..n - 1], xs[1..])`.
fn parts_of_one<'s>(first: &'s Sized, second: &'s Sized) -> Option<&'s str> {
    let whole = |sized: &'s Sized| {
        let (array, part) = sized.label.trim_matches(['`', '&']).split_once('[')?;
        part.ends_with(']')
            .then_some(array)
            .filter(|_| part.contains(".."))
    };
    whole(first).filter(|array| whole(second) == Some(array))
}

/// The advice for parts of one array.
fn in_index_notation(array: &str) -> String {
    format!(
        "to have neighbours of one array beside each other, read it at an index, \
         `generate(|i| {array}[i + 1] - {array}[i])`, or at an offset, `map(|a, b| b - a, {array}, at({array}, 1))`: \
         they go as far as all reads are inside"
    )
}

fn needs(combinator: &str) -> String {
    match combinator {
        "scatter" | "reduce_by_index" => {
            format!("`{combinator}` needs indices and values of one length,")
        }
        combinator => format!("`{combinator}` needs arrays of one length,"),
    }
}
