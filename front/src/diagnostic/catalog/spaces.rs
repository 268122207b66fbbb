//! Index notation.

use super::count;
use super::sizes::Sized;
use crate::diagnostic::{Diagnostic, place};
use crate::ordered::ToList;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

/// `generate(|(i, j)| …)` and `generate(|| …)`.
pub fn index_is_no_name(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the worker of `generate` takes an index, which is a plain name",
        "write `generate(|i| …)`, and `generate(|i, j| …)` for several",
    )
}

/// `a[i, j]`.
pub fn bare_subscripts(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "several subscripts stand in brackets of their own",
        "write `a[[i, j]]`",
    )
}

/// `|i in 0..n| …`.
pub fn parameter_in(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the parameters of a worker are patterns alone, without `in`",
        "elements come from the arrays behind the worker, as in `map(|x| …, xs)`, and an index goes as far as \
         what stands before it says: `generate([n, m], |i, j| …)`, `sum(0..n, |k| …)`",
    )
}

/// `at(xs, n)`.
pub fn offset_of_at(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the offset of `at` is a number of the program: a literal, a constant, a scalar, and sums of these",
        "write the number: `at(xs, 1)` is the next element, `at(xs, -1)` the one before, \
         `at(a, [0, 1])` the next in a row",
    )
}

/// `xs[i] + xs[2 * i]`.
pub fn two_factors(span: Span, factor: usize, other: usize) -> Diagnostic {
    let written = |factor: usize| match factor {
        1 => "`i`".to_owned(),
        factor => format!("`{factor} * i`"),
    };
    Diagnostic::new(
        span,
        format!(
            "one `generate` reads at {} here and at {} before, so that its index would have two \
             lengths",
            written(factor),
            written(other)
        ),
        format!(
            "bind the elements at {} to a name by a `generate` of their own, and read that at `i`",
            written(factor.max(other))
        ),
    )
}

/// `xs[i + 9999999999]`.
pub fn subscript_too_large(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this subscript is too far from its index",
        "offsets and factors are below 1,073,741,824",
    )
}

/// Two arrays that an index reads, which need not have one length.
pub fn two_sizes(span: Span, first: &Sized, second: &Sized) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "an index that reads {} and {} has two lengths",
            first.label, second.label
        ),
        "arrays that one index reads have one length: if they always do, say so with `conform`, \
         which checks it at run time, and read its result",
    )
    .note(first.says_length())
    .note(second.says_length())
}

/// `*ys = generate(|i| xs[i - 1]);`
pub fn written_beyond(span: Span, array: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`*{array} = …` writes at indices that `{array}` does not have"),
        format!(
            "what is written has the index at which it was made, and the last of these is the length \
             of `{array}` or more: subscript with the index itself what has as many elements as \
             `{array}`; reads see `{array}` as it was before, and elements that follow from each other are a \
             `recurrence`"
        ),
    )
}

/// `*a = generate(|i, j, k| …);` where `a` has two axes.
pub fn written_axes(span: Span, array: &Ident, given: usize, axes: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`*{array} = …` is given an array of {given} axes, and `{array}` has {axes}"),
        match axes {
            1 => format!("make it with one index, as `{array}` is subscripted"),
            _ => format!("make it with {axes} indices, as `{array}` is subscripted"),
        },
    )
}

/// `let hs = generate(|i| hs[i - 1] + xs[i]);`
pub fn subscript_of_itself(array: &Ident, read: &str, indices: &[Ident]) -> Diagnostic {
    let mut names = vec![array.to_string()];
    names.extend(indices.iter().map(ToString::to_string));
    let names = names.join(", ");
    Diagnostic::new(
        array.span(),
        format!(
            "`{array}` is not there before all of its elements are made, so that none can be read for another one"
        ),
        format!(
            "elements that follow from others are a `recurrence`, which says what is read outside: \
             `recurrence(0.0, |{names}| {read} + …)`"
        ),
    )
}

/// Two arrays in step, one of which has not all elements of the other's axis.
pub fn parts_in_step(span: Span, combinator: &str, first: &Sized, second: &Sized) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{combinator}` goes through {} and {} in step, but they differ in length",
            first.label, second.label
        ),
        "read both at one index, which goes as far as both do: `generate(|i| …)` with `[i]` behind \
         each of them",
    )
    .note(first.says_length())
    .note(second.says_length())
}

/// `generate([n], |i, j| …)`.
pub fn sizes_and_indices(span: Span, sizes: usize, indices: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "this index space has {}, and its worker has {}",
            count(sizes, "size"),
            match indices {
                1 => "one index".to_owned(),
                more => format!("{more} indices"),
            }
        ),
        "say one size for each index: `[n, m]` for `|i, j| …`",
    )
}

/// `reshape(xs, n)`.
pub fn sizes_are_a_list(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the sizes of axes are a list, the outermost first",
        "write `[h, w]` for h rows of w elements each",
    )
}

/// `reshape(xs, [1..n, m])`.
pub fn range_as_size(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "the size of an axis is a number, and its positions begin at 0",
        "write the number of positions; `generate([1..n, m], |i, j| …)` goes through a part of them",
    )
}

/// `generate([n, f(i)..m], |i, j| …)`.
pub fn limit_of_space(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "an index begins and ends at a sum of numbers of the program",
        "write literals, constants, scalars and lengths, and sums of these: `1..n - 1`; bind any \
         other number to a name by `let`",
    )
}

/// `a[i]` of an array with two axes; `wanted` has a subscript for each axis.
pub fn rank_differs(
    span: Span,
    array: &Ident,
    given: &[impl Spanned],
    wanted: &[String],
) -> Diagnostic {
    // Subscripts that stand for an `einsum` are at its string.
    let text = given.first().and_then(|given| given.span().source_text());
    let (given, rank) = (given.len(), wanted.len());
    if let Some(text) = text.filter(|text| text.ends_with('"')) {
        return super::einsum_rank(span, array, rank, given, &text);
    }
    let axes = |count: usize| match count {
        1 => "one axis".to_owned(),
        count => format!("{count} axes"),
    };
    let wanted = wanted.join(", ");
    let help = match rank {
        1 => format!(
            "write `{array}[{wanted}]`, or see the array as one of {given} axes: \
             `let m = reshape({array}, [h, w]);`"
        ),
        _ => format!("write one subscript for each axis: `{array}[[{wanted}]]`"),
    };
    Diagnostic::new(
        span,
        format!(
            "`{array}` has {}, and this subscript is for {}",
            axes(rank),
            axes(given)
        ),
        help,
    )
}

/// `a[i][j]` of an array with two axes.
pub fn subscripts_apart(span: Span, array: &Ident, given: &[String]) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{array}` has {} axes, whose subscripts stand in one list",
            given.len()
        ),
        format!("write `{array}[[{}]]`", given.join(", ")),
    )
}

/// `a[[i + j, 0]]`.
pub fn subscript_not_affine(span: Span, array: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "a subscript of `{array}` in `generate` is a multiple of one index, and numbers of the \
             program are added to it"
        ),
        format!(
            "write `i`, `i + 1`, `i - s`, `n - 1 - i`, `2 * i`, `i + j` or a number, where `s` and `n` are \
             scalars of the program; or say the sizes of the indices, `generate([n, m], |i, j| …)`: then \
             `{array}` is read at any position"
        ),
    )
}

/// `generate(|i| mean(|j| a[[i, j]]))`.
pub fn subscript_of_local(local: &Ident, array: &Ident) -> Diagnostic {
    Diagnostic::new(
        local.span(),
        format!("`{local}` is bound inside of the worker, and `{array}` is read at indices alone"),
        format!(
            "indices are the parameters of `generate`, and of `sum` and `fold` over one: \
             `sum(|{local}| …)`, `fold(start, |a, b| …, 0..n, |{local}| …)`"
        ),
    )
}

/// `generate([n, m], |i, j| a[[i - 1, j]])`, `generate([n, m], |i, j| a[[i + 1, j]])`.
pub fn outside_of_sizes(span: Span, index: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "the program says where `{index}` begins and ends, and this read leaves its array there"
        ),
        format!(
            "say less of the axis, `1..n - 1` in the place of `n`, or leave it to the reads, `..`: then \
             `{index}` goes as far as all of them are inside of their arrays; a padded array is read \
             outside, too: `let p = pad(0.0, a);`"
        ),
    )
}

/// `let n = shape(xs);`
pub fn shape_pattern(span: Span, rank: usize) -> Diagnostic {
    let names: Vec<String> = ["h", "w", "d"]
        .iter()
        .take(rank)
        .map(ToString::to_string)
        .list();
    Diagnostic::new(
        span,
        "`shape` gives a number for each axis, which take a name each",
        format!("write `let [{}] = shape(…);`", names.join(", ")),
    )
}

/// Two axes that an index reads, which need not have one size.
pub fn two_axes(span: Span, index: &str, first: (&str, &str), second: (&str, &str)) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "the index `{index}` has two sizes: it goes along {} and {}",
            first.0, second.0
        ),
        "axes that one index goes along have one size: say it with one name in `reshape`",
    )
    .note(format!("the size of {} is {}", first.0, first.1))
    .note(format!("the size of {} is {}", second.0, second.1))
}

/// `generate(|i, j| a[[i, j - 1]] + a[[i, j + 1]])`, where `a` has two columns.
pub fn no_position(
    index: Option<&Ident>,
    begins: (&str, isize, Span),
    ends: (&str, isize, Span),
) -> Diagnostic {
    let (what, it) = match index {
        Some(index) => (format!("the index `{index}` has"), format!("`{index}`")),
        None => ("the index of these reads has".to_owned(), "it".to_owned()),
    };
    let (first, behind) = (begins.1, ends.1);
    let ends_at = match behind {
        ..=0 => "nowhere".to_owned(),
        behind => format!("below {behind}"),
    };
    Diagnostic::new(
        ends.2,
        format!("{what} no position, whatever the data: literals say so"),
        "leave one of them out, or read it beyond the ends of its array: `let p = pad(edge, a);`",
    )
    .note(format!(
        "{} on {} needs {it} to be {first} or more",
        begins.0,
        place(begins.2)
    ))
    .note(format!(
        "{} on {} has {it} {ends_at}",
        ends.0,
        place(ends.2)
    ))
}

/// `map(f, a, b)` and `generate(|i, j| a[[i, j]] + b[[i, j]])`, where `b` has axes of other sizes;
/// `turned` is its name, if they are those of `a` in the other order.
pub fn axes_differ(
    span: Span,
    (combinator, index): (&str, Option<&str>),
    first: (&str, &str),
    second: (&str, &str),
    turned: Option<&str>,
) -> Diagnostic {
    let what = match index {
        Some(index) => format!("the index `{index}` has two sizes: it goes along"),
        None => format!("`{combinator}` goes in step along axes that may differ in size:"),
    };
    let help = match turned {
        Some(array) => format!(
            "`{array}` has these sizes in the other order: read it at `{array}[[j, i]]` in \
             `generate(|i, j| …)`, or see it with the sizes in one order in `reshape`"
        ),
        None => {
            "axes in step have one size: say it with one name in `reshape`, or with `conform`, \
                 which checks it when the program starts"
                .to_owned()
        }
    };
    Diagnostic::new(span, format!("{what} {} and {}", first.0, second.0), help)
        .note(format!("the size of {} is {}", first.0, first.1))
        .note(format!("the size of {} is {}", second.0, second.1))
}

/// `generate([n, m], |i, j| a[[j, i]])`, where `a` has n rows.
pub fn given_size(span: Span, index: &str, given: &str, (axis, size): (&str, &str)) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the index `{index}` has {given} positions, and goes along {axis}"),
        "give an index the size of the axes that it goes along, by the same name, or none; a part of an \
         axis is a range, `0..n`",
    )
    .note(format!("the size of {axis} is {size}"))
}

/// `a[[3, j]]` of an axis that has fewer positions.
pub fn constant_subscript(span: Span, axis: &str, position: usize, size: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("position {position} of {axis} is read, whose size is {size}"),
        "a subscript that is a number is below the size of its axis",
    )
}

/// `sum(0..n, |k, l| …)`.
pub fn range_of_several(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a range is for one index, and there are several",
        "write a fold for each index that has a range: `sum(0..n, |k| sum(|l| a[[k, l]]))`",
    )
}

/// `scan(0, |a, b| a + b, a)`, `reverse(a)`, …, where `a` has several axes.
pub fn sequence_of_axes(span: Span, combinator: &str, array: &str, axes: usize) -> Diagnostic {
    let names = ["i", "j", "k", "l", "m", "n"];
    let indices = names[..axes.min(names.len())].join(", ");
    let last = names[axes.min(names.len()) - 1];
    let before = names[..axes.min(names.len()) - 1].join(", ");
    let by_index = match combinator {
        "scan" | "scan_exclusive" => {
            let range = if combinator == "scan" { "..=" } else { ".." };
            format!(
                "`generate(|{indices}| sum({range}{last}, |x| {array}[[{before}, x]]))` has the \
                 prefixes of each row; "
            )
        }
        "zip_with_index" => format!(
            "`generate(|{indices}| ({indices}, {array}[[{indices}]]))` has the indices of each \
             element; "
        ),
        _ => String::new(),
    };
    let does = match combinator {
        "cross" => "pairs the elements of two sequences",
        "gather" => "reads a sequence at positions",
        "reduce_by_index" | "scatter" => "writes to positions of a sequence",
        _ => "goes through a sequence",
    };
    Diagnostic::new(
        span,
        format!("`{combinator}` {does}, and this array has {axes} axes"),
        format!("{by_index}`flatten({array})` is the sequence of all its elements, row by row"),
    )
}

/// `map(f, a, xs)`, where `a` has two axes and `xs` has one: of both the words for it, the name for
/// code and the number of axes.
pub fn ranks_in_step(
    span: Span,
    combinator: &str,
    arrays: &[(String, String, usize); 2],
) -> Diagnostic {
    let count = |axes: usize| match axes {
        1 => "one axis".to_owned(),
        axes => format!("{axes} axes"),
    };
    let [(first, code, axes), (second, like, others)] = arrays;
    if combinator == "conform" {
        let [flat, like_flat] = [(axes, code), (others, like)].map(|(axes, name)| match axes {
            1 => name.clone(),
            _ => format!("flatten({name})"),
        });
        return Diagnostic::new(
            span,
            format!(
                "`conform` compares lengths axis by axis, but {first} has {}, and {second} has {}",
                count(*axes),
                count(*others)
            ),
            format!(
                "`conform({flat}, {like_flat})` compares the numbers of elements; `reshape({code}, \
                 [h, w])` gives it axes"
            ),
        );
    }
    let longer = &arrays[usize::from(axes < others)].1;
    let shorter = &arrays[usize::from(axes > others)].0;
    Diagnostic::new(
        span,
        format!(
            "`{combinator}` goes through {first} and {second} in step, but {first} has {}, and \
             {second} has {}",
            count(*axes),
            count(*others)
        ),
        format!(
            "`flatten({longer})` is the sequence of all its elements, row by row; \
             `generate(|i, j| …)` reads {shorter} at those indices that it has"
        ),
    )
}
