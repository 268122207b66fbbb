//! Programs over rows: `map(|row| …, rows(a))`.

use crate::diagnostic::Diagnostic;
use proc_macro2::{Ident, Span};

/// `let rs = rows(a);`
pub fn lanes_alone(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{combinator}` is an argument of `map` and no array by itself"),
        format!("its worker is a program over one of them: `map(|row| …, {combinator}(…))`"),
    )
}

/// `map(f, rows(a))`, `map(|(x, y)| …, rows(a))`
pub fn lanes_worker(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("what goes through `{combinator}` is a program, with a name for each argument"),
        format!("write a closure: `map(|row| fold(0.0, |a, b| a + b, row), {combinator}(…))`"),
    )
}

/// `rows(xs)` of a sequence, `rows(a)` of an array of three axes, `lanes(2, a)` of one of two.
pub fn lanes_rank(span: Span, combinator: &str, along: usize, axes: usize) -> Diagnostic {
    let given = self::axes(axes);
    if combinator == "lanes" && axes > 1 {
        return Diagnostic::new(
            span,
            format!(
                "`lanes({along}, …)` goes along an axis that this array does not have: it has {given}"
            ),
            format!(
                "axes are counted from 0 on: the last one is `lanes({}, …)`",
                axes - 1
            ),
        );
    }
    let help = match axes {
        1 => "see it with two: `rows(reshape(xs, [h, w]))`",
        _ => "say the axis along which they go, from 0 on: `lanes(2, a)`",
    };
    Diagnostic::new(
        span,
        format!(
            "`{combinator}` needs an array of several axes, two for rows and columns, and this one has {given}"
        ),
        help,
    )
}

/// `rows(windows([3, 3], a))`
pub fn lanes_of_windows(span: Span, combinator: &str, axes: usize) -> Diagnostic {
    let list = |names: [&'static str; 6]| names[..axes.min(names.len())].join(", ");
    let (sizes, at, within) = (
        list(["3"; 6]),
        list(["i", "j", "k", "l", "m", "n"]),
        list(["u", "t", "s", "r", "q", "p"]),
    );
    Diagnostic::new(
        span,
        format!(
            "`{combinator}` goes through the windows of a sequence, and these are of {}",
            self::axes(axes)
        ),
        format!(
            "read them in index notation: `let v = windows([{sizes}], a);` and \
             `generate(|{at}| fold(start, |a, b| …, |{within}| v[[{at}, {within}]]))`"
        ),
    )
}

fn axes(number: usize) -> String {
    match number {
        1 => "one axis".to_owned(),
        number => format!("{number} axes"),
    }
}

/// `lanes(n, a)`
pub fn axis_of_lanes(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the axis of `lanes` is a literal",
        "write its number, from 0 on: `lanes(0, a)`",
    )
}

/// `map(|row, x| …, rows(a), b)`, where `b` has not one element for each row.
pub fn lanes_differ(span: Span, array: &str, axes: usize, wanted: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{array}` has elements for {}, and this program runs once for each position of {}",
            self::axes(axes),
            self::axes(wanted)
        ),
        "beside rows of an array of two axes stand rows and columns of others, and sequences with \
         one element for each row",
    )
}

/// `map(|row| gather(row, is), rows(a))`
pub fn not_in_lanes(span: Span, combinator: &str) -> Diagnostic {
    let help = match combinator {
        "gather" => {
            "`map` over whole arrays gathers: `gather(flatten(a), …)` with positions among all elements"
        }
        "scatter" | "reduce_by_index" => {
            "write to positions among all elements, outside of the program: `flatten(a)`"
        }
        "cross" => {
            "pairs of the elements of a row are `generate(|i, j, k| …)` of `a[[i, j]]` and `a[[i, k]]`"
        }
        "fold_by" => "`flatten(a)` is one sequence, of which keys may have the row",
        "rows" | "columns" | "lanes" => {
            "a program over the lanes of an array of more axes goes through each of them: `lanes(2, a)`"
        }
        "reshape" | "flatten" | "shape" => {
            "see it with other axes before: `rows(reshape(xs, [h, w]))`"
        }
        _ => "do it with whole arrays, before or behind the program over rows",
    };
    Diagnostic::new(
        span,
        format!("`{combinator}` can't stand in a program over rows"),
        help,
    )
}

/// `map(|row| filter(|x| x > 0.0, row), rows(a))`
pub fn filtered_lane(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "what is filtered has a length of its own in each row, so that it stays inside of the \
         program over one row",
        "its `fold` and its `len` may leave it, and `map`, `filter`, `scan` and `fold` go through it",
    )
}

/// `map(|x, y| x - y, row, filter(|x| x > 0.0, row))`
pub fn lanes_in_step(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{combinator}` goes through parts of rows in step, but they differ in length or in where \
             they begin"
        ),
        "read both at one index, which goes as far as both do: `generate(|k| …)` with `[k]` behind \
         each of them; elements that are filtered are in step with nothing else",
    )
}

/// `map(|row, other| …, rows(b), rows(c))`
pub fn lanes_begin_apart(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` does not have the coordinates of the rows beside it"),
        "rows in step begin at the same coordinate and leave out as many at the end; read both at one \
         index, which goes as far as both do: `generate(|i, j| …)` with `[[i, j]]` behind each of them",
    )
}

/// `map(|row| { *ys = row; … }, rows(a))`
pub fn statement_of_lanes(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program over one row has `let`s and a value",
        "write `let name = …;`; what is to be written in place is the result of the whole `map`",
    )
}

/// `map(|row| (fold(…), map(…)), rows(a))` as one array.
pub fn lanes_of_both_kinds(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this program yields a number for each row, and a row, which are no elements of one array",
        "bind them by a pattern: `let (sums, shares) = map(|row| …, rows(a));`",
    )
}

/// `let (a, b) = map(|row| (row, row, row), rows(a));`
pub fn lanes_parts(span: Span, yields: usize, names: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("this program over lanes yields {yields} values, and {names} are bound"),
        "give each of them a name, or `_`",
    )
}

/// `map(|row| { let s = fold(0.0, |a, b| a + b, row); }, rows(a))`
pub fn lanes_without_value(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this program over one row has no value",
        "end it with an expression without a semicolon: a number, a row, or a tuple of such",
    )
}

/// `map(|row, z| scan_by(heads, z, |a, b| a + b, row), rows(a), zs)`
pub fn start_of_lanes(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the start of a `{combinator}` is one for all rows"),
        format!(
            "begin with the neutral element, and combine what a row begins with afterwards: \
             `map(|x| z + x, {combinator}(heads, 0.0, |a, b| a + b, row))`"
        ),
    )
}

/// `recurrence(s, |y, k| y[k - 1] + row[k])`, where `s` is a number of the row.
pub fn outside_of_lanes(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "what is outside of a `recurrence` over an index is one value for all rows",
        "go through the elements instead: `recurrence(s, |y, x| y + x, row)` begins with another one \
         in each row",
    )
}

/// `fold(0.0, |a, b| a + b, m)`, where `m` is a number of the row.
pub fn scalar_of_lanes(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` is one number for each row, and no array inside of the program over it"),
        "use it in a worker, as any other scalar",
    )
}

/// `map(|row| sorted(row), rows(a))`
pub fn lane_in_host(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!(
            "`{name}` is no slice: in a program over rows, Rust code reads single elements of it"
        ),
        format!(
            "`{name}[k]` is one, `len({name})` their number, and combinators go through all of them; \
             what needs whole rows in memory, as sorting does, is Rust over the whole array before the \
             program or in an `external(…)`: `xs.chunks(w)` are its rows"
        ),
    )
}
