//! Names, their meanings, and the places where they may stand.

use crate::diagnostic::{Diagnostic, place};
use crate::ordered::ToList;
use proc_macro2::{Ident, Span};
use quote::ToTokens;

/// `fn sum(xs: &[f64]) -> f64 { … }` beside a program that calls `sum(xs)`
pub fn named_as_combinator(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!(
            "`{name}` is a combinator, and a program beside this one means that by `{name}(…)`"
        ),
        format!("give this program another name, or call it by its path: `self::{name}(…)`"),
    )
}

/// `let zs = vec![0.0; n];` in array position, in whose place `instead` stands.
pub fn macro_as_array(name: &Ident, combinator: &str, instead: &str, bound: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is a vector of host code, but `{combinator}` needs an array of the program here"),
        format!("write `let {name} = {instead};`"),
    )
    .note(format!("`{name}` is bound on {}", place(bound)))
}

/// A scalar in array position.
pub fn not_an_array(
    name: &Ident,
    combinator: &str,
    bound: Option<(&str, Span)>,
    ty: Option<&syn::Type>,
) -> Diagnostic {
    let needs = match combinator {
        "*" => "an array is needed here".to_owned(),
        combinator => format!("`{combinator}` needs an array here"),
    };
    let message = format!("`{name}` is a scalar, but {needs}");
    match (bound, ty) {
        (Some(("let", span)), _) => Diagnostic::new(
            name.span(),
            message,
            format!("an array that host code computes is bound with `let {name} = external(…);`"),
        )
        .note(format!("`{name}` is bound on {}", place(span))),
        (Some(("external", span)), _) => Diagnostic::new(
            name.span(),
            message,
            format!("say that it is an array: `let {name}: [_] = external(…);`"),
        )
        .note(format!("`{name}` is bound on {}", place(span))),
        (Some((op, span)), _) => Diagnostic::new(
            name.span(),
            message,
            "use the scalar inside a worker: it is visible there by its name",
        )
        .note(format!(
            "`{name}` is the result of the `{op}` on {}",
            place(span)
        )),
        (None, Some(ty)) => Diagnostic::new(
            name.span(),
            message,
            match (combinator, is_number(ty)) {
                ("len", true) => format!("`{name}` is a number already"),
                ("conform", true) => format!("an array of that length is `0..{name}`"),
                _ => "an array is a parameter of type `&[T]` or `&mut [T]`".to_owned(),
            },
        )
        .note(format!(
            "`{name}` is a parameter of type `{}`",
            type_text(ty)
        )),
        (None, None) => Diagnostic::new(
            name.span(),
            message,
            "use the scalar inside a worker: it is visible there by its name",
        ),
    }
}

/// Returns true if a type is one of the numbers that lengths are given by.
fn is_number(ty: &syn::Type) -> bool {
    matches!(
        type_text(ty).as_str(),
        "usize" | "u64" | "u32" | "u16" | "i64" | "i32"
    )
}

/// `xs: &mut Vec<f64>` in array position. `reference` is the beginning of its type
/// and of that of the array.
pub fn vector_as_array(
    name: &Ident,
    ty: &syn::Type,
    element: Option<&syn::Type>,
    reference: (&str, &str),
) -> Diagnostic {
    let (given, needed) = reference;
    let declare = declaration(name, element, needed);
    Diagnostic::new(
        name.span(),
        format!(
            "`{name}` is a `{}`, but an array is a parameter of type `&[T]` or `&mut [T]`",
            type_text(ty)
        ),
        match given {
            "" => format!("{declare}: callers pass `{needed}{name}`"),
            _ => format!("{declare}: callers pass the same as before"),
        },
    )
}

/// `fn f<T>(xs: &[T])`. `array` says of which array, `others` are the bounds that
/// are there.
pub fn element_of_any_type(parameter: &Ident, array: &str, others: &[String]) -> Diagnostic {
    let bounds: Vec<&str> = ["fusus::Element"]
        .into_iter()
        .chain(others.iter().map(String::as_str))
        .list();
    Diagnostic::new(
        parameter.span(),
        format!(
            "the elements {array} are of a type `{parameter}` that need not be `Copy + Send + Sync`"
        ),
        format!("declare `{parameter}: {}`", bounds.join(" + ")),
    )
}

/// `fn f(names: &[String])`.
pub fn element_not_copy(array: &Ident, ty: &syn::Type) -> Diagnostic {
    Diagnostic::new(
        array.span(),
        format!(
            "the elements of `{array}` are `{}`s, which are not `Copy`: workers take elements by value",
            type_text(ty)
        ),
        format!(
            "pass references, `&[&{0}]`, or read the array at an index in a worker: \
             `generate(len({array}), |i| {array}[i].len())`",
            type_text(ty)
        ),
    )
}

/// `m: &ArrayD<f64>` in array position.
pub fn matrix_as_array(
    name: &Ident,
    ty: &syn::Type,
    element: Option<&syn::Type>,
    reference: &str,
) -> Diagnostic {
    let element = element.map_or("T".to_owned(), type_text);
    let (array, view) = match reference {
        "&mut " => ("&mut Array2", "ArrayViewMut2"),
        _ => ("&Array2", "ArrayView2"),
    };
    Diagnostic::new(
        name.span(),
        format!(
            "`{name}` is a `{}`, a type whose name does not say how many axes it has",
            type_text(ty)
        ),
        format!(
            "declare `{name}: {array}<{element}>` or `{name}: {view}<'_, {element}>`, with a number \
             from 1 to 6; `into_dimensionality` of ndarray makes a view with a known number of axes"
        ),
    )
}

fn declaration(name: &Ident, element: Option<&syn::Type>, reference: &str) -> String {
    let element = element.map_or("T".to_owned(), type_text);
    format!("declare `{name}: {reference}[{element}]`")
}

/// A type as people write it.
pub fn type_text(ty: &impl ToTokens) -> String {
    let text = ty.to_token_stream().to_string();
    let mut short = text;
    for (from, to) in [
        (" < ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" ;", ";"),
        (" :: ", "::"),
        ("[ ", "["),
        (" ]", "]"),
    ] {
        short = short.replace(from, to);
    }
    short
}

/// `let s: [f64] = fold(…)`.
pub fn scalar_of_array_type(span: Span, name: &Ident, op: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        match op {
            "let" => format!("`{name}` is bound to a scalar, but has the type of an array"),
            op => format!("`{op}` yields a scalar, but `{name}` has the type of an array"),
        },
        match op {
            "let" => format!(
                "an array that host code computes is bound with `let {name}: [T] = external(…);`"
            ),
            _ => "write the type of one value".to_owned(),
        },
    )
}

/// `let ys: f64 = map(…)`.
pub fn not_an_array_type(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this value is an array, but its type is not that of an array",
        "write the type as `[T]` with the type `T` of one element",
    )
}

/// `let (a, b) = xs;` where `xs` is an array.
pub fn array_taken_apart(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the array `{name}` has no parts to bind"),
        format!(
            "take its elements apart: `let (a, b) = map(|pair| pair, {name});` gives two arrays"
        ),
    )
}

/// `generate(xs, …)` where `xs` is an array.
pub fn array_as_count(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is an array, but a number of elements is needed here"),
        format!("write `len({name})` for its length"),
    )
}

/// A version of a parameter that is gone: the parameter and the array that was written last.
pub fn overwritten(name: &Ident, [parameter, newest]: &[Ident; 2], written: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("the elements of `{name}` are gone: `{parameter}` was written in place before"),
        format!(
            "use `{newest}` for the new elements; to keep the old ones copy them first: `let old = map(|x| x, {parameter});`"
        ),
    )
    .note(format!("`{parameter}` is written on {}", place(written)))
}

/// A result of a name that nothing binds.
pub fn unknown_result(name: &Ident, similar: Option<&str>) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("there is no array or scalar `{name}`"),
        match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => "a program returns its parameters and what its statements bind".to_owned(),
        },
    )
}

/// A name that nothing binds.
pub fn unknown_array(name: &Ident, similar: Option<&str>) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("there is no array `{name}`"),
        match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => "arrays are the parameters of type `&[T]` and `&mut [T]`, and what earlier statements bind".to_owned(),
        },
    )
}

/// A worker that names a bound array.
pub fn bound_array_in_worker(name: &Ident, bound: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("a worker cannot use `{name}`: the program itself computes that array"),
        format!("pass `{name}` as an argument of the combinator, or read it at computed positions with `gather({name}, indices)`"),
    )
    .note(format!("`{name}` is bound on {}", place(bound)))
}

/// `a.nrows()`, where `a` is an input of several axes.
pub fn shaped_in_host(name: &Ident, axes: usize) -> Diagnostic {
    let list = |names: &[&str]| names[..axes.min(names.len())].join(", ");
    let (sizes, indices) = (
        list(&["n", "m", "k", "l", "p", "q"]),
        list(&["i", "j", "k", "l", "p", "q"]),
    );
    Diagnostic::new(
        name.span(),
        format!("`{name}` is an array of {axes} axes, of which Rust code reads single elements"),
        format!(
            "`let [{sizes}] = shape({name});` binds the lengths of its axes, and `{name}[[{indices}]]` is \
             an element; rows, columns and products are index notation: `generate(|i| sum(|j| …))`"
        ),
    )
}

/// `smooth(sums)`, where the program computes `sums`.
pub fn unknown_function(name: &Ident, array: &Ident, bound: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!(
            "`{name}` is no combinator, and a function of Rust cannot take `{array}` here: the program \
             itself computes that array"
        ),
        format!("hand it to host code with `external({name}(…))`, or write what it does in combinators"),
    )
    .note(format!("`{array}` is bound on {}", place(bound)))
}

/// A host expression that names a bound array.
pub fn bound_array_in_host(name: &Ident, bound: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("a scalar expression cannot use `{name}`: the program itself computes that array"),
        format!("reduce it with `fold(…, {name})`, take its length with `len({name})`, read one element of it with a subscript, or hand it to host code with `external(…)`"),
    )
    .note(format!("`{name}` is bound on {}", place(bound)))
}

/// `*ys = …` for something that cannot be written.
pub fn not_writable(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` cannot be written: it is not a `&mut` parameter"),
        format!("declare it as `{name}: &mut [T]`, or bind a new array with `let`"),
    )
}

/// `*n = …` for a scalar.
pub fn write_to_scalar(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is a scalar: only arrays are written in place"),
        "return the value as part of the result",
    )
}

/// `*ys = …` for an array that the program computes.
pub fn write_to_binding(name: &Ident, bound: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` cannot be written: it is not a parameter"),
        format!("bind the new array instead: `let {name} = …;`"),
    )
    .note(format!("`{name}` is bound on {}", place(bound)))
}

/// `*ys = (a, b)`.
pub fn tuple_written(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a tuple cannot be written into the array `{name}`"),
        "write one array: `*ys = map(|y| …, ys);`",
    )
}

/// `*ys = fold(…)`.
pub fn scalar_written(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a scalar cannot be written into the array `{name}`"),
        format!("write an array of the same length: `*{name} = map(|x| …, {name});`"),
    )
}

/// An array-valued combinator inside a host expression.
pub fn array_in_host(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{combinator}` yields an array and cannot stand inside a scalar expression"),
        "bind the array with `let` and use the name as an argument of a combinator; what depends on a condition is chosen inside the worker: `map(|x| if … { … } else { … }, xs)`",
    )
}

/// `xs + ys`, in whose place `instead` stands, in backticks.
pub fn array_arithmetic(span: Span, name: Option<&str>, instead: &str) -> Diagnostic {
    let what = match name {
        Some(name) => format!("the array `{name}`"),
        None => "an array".to_owned(),
    };
    Diagnostic::new(
        span,
        format!("operators work on single values, not on {what}"),
        format!("write {instead}, with the operator inside the worker"),
    )
}

/// `xs[xs > 0.0]`, in whose place `instead` stands.
pub fn masked(span: Span, array: &str, instead: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a subscript of `{array}` is a number, and no condition about its elements"),
        format!("the elements for which it holds are `{instead}`"),
    )
}

/// `xs[1..]`, in whose place `instead` stands.
pub fn slice_as_value(span: Span, array: &Ident, instead: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a part of `{array}` by a range is a slice, and no array of the program"),
        format!(
            "write its elements in index notation, `{instead}`; as an argument of a combinator, a reference \
             to the slice of an input is an array, too"
        ),
    )
}

/// `pad("edge", xs)`.
pub fn quoted_padding(span: Span, word: &str, known: &[&str]) -> Diagnostic {
    let help = match known.contains(&word) {
        true => format!("write the word alone: `pad({word}, xs)`"),
        false => format!(
            "the words are `{}`, and any number is a value",
            known.join("`, `")
        ),
    };
    Diagnostic::new(
        span,
        "what is outside of an array has no quotation marks",
        help,
    )
}

/// `0.0..1.0`.
pub fn range_of_floats(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a range is an array of integers",
        "make the numbers from integers: `map(|i| i as f64 * step, 0..n)`",
    )
}
