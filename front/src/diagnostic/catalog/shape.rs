//! Combinators and their arguments.

use super::count;
use crate::combinator::{Combinator, Foreign, methods};
use crate::diagnostic::Diagnostic;
use proc_macro2::{Ident, Span};

/// A name that stands twice in one pattern or parameter list.
pub fn repeated_name(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is bound twice here"),
        "give one of the two another name",
    )
}

/// `cnf! {}`.
pub fn empty_program(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "there is no program here",
        "write `let ys = map(|x| …, xs);` statements and a final expression such as `ys`",
    )
}

/// `sum(pairs)`.
pub fn sum_of_tuples(span: Span, element: &str, instead: Option<String>) -> Diagnostic {
    let instead = instead
        .unwrap_or_else(|| "fold((0.0, 0.0), |(a, b), (p, q)| (a + p, b + q), pairs)".to_owned());
    Diagnostic::new(
        span,
        format!("`sum` adds elements with `+`, which `{element}` does not have"),
        format!("add the parts: write `{instead}`"),
    )
}

/// `fold(0.0, |s, x, y| s + x * y, xs, ys)`.
pub fn fold_without_combine(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        "`fold` over several arrays needs two workers: a step from an accumulator and an element of \
         each array, and an associative operator that combines two accumulators",
        format!(
            "write `{}`, or make one array of them first: `fold(start, |a, b| …, map(|x, y| …, xs, ys))`",
            combinator.usage
        ),
    )
}

/// `scan_by(keys, 0.0, |a, b| a + b, xs)` with keys that are numbers.
pub fn heads_not_flags(span: Span, name: &str, by: &str, given: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` begins anew where a flag is set, but `{by}` are `{given}`, no `bool`"),
        format!(
            "make flags of them: of numbers that are not 0 at the first element of a segment, \
             `map(|head| head != 0, {by})`; for a fold of each run of equal keys write `fold_by({by}, …)`"
        ),
    )
}

/// `fold_by(keys, 0.0, |a, b| a > b, xs)`.
pub fn operator_of_other_type(span: Span, name: &str, made: &str, element: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the operator of `{name}` makes a `{made}` of two `{element}`"),
        format!(
            "it combines two of the elements to one of their type, as `|a, b| a + b` does: a `{element}`"
        ),
    )
}

/// `recurrence(0, |y, x| 0.9 * y + x, xs)`.
pub fn start_of_other_type(
    span: Span,
    (name, is_recurrence): (&str, bool),
    start: Option<&str>,
    (wanted, instead): (&str, &str),
) -> Diagnostic {
    let start = match start {
        Some(start) => format!("of type `{start}`"),
        None => "an integer".to_owned(),
    };
    let others = match is_recurrence {
        true => "the step computes",
        false => "the elements are",
    };
    Diagnostic::new(
        span,
        format!("the start of `{name}` is {start}, but {others} `{wanted}`"),
        format!("write `{instead}`"),
    )
}

/// Something else where a worker belongs.
pub fn not_a_worker(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{}` needs a worker here", combinator.name),
        format!(
            "a worker is a closure or the path of a function: write `{}`",
            combinator.usage
        ),
    )
}

/// `map(|x| { n += 1; x }, xs)`.
pub fn worker_assigns(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("a worker cannot change `{name}`: it runs on several threads, in any order"),
        "let combinators compute it: a total is a `fold`, a running one a `scan`, and `let (a, b) = map(…)` of tuples binds two arrays",
    )
}

/// A closure with the wrong number of parameters.
pub fn worker_arity(
    span: Span,
    combinator: &Combinator,
    given: usize,
    expected: usize,
) -> Diagnostic {
    let why = if combinator.name == "map" {
        match expected {
            1 if given > 1 => {
                "for the element of its array; `|(x, y)| …` takes a pair apart".to_owned()
            }
            1 => "for the element of its array".to_owned(),
            _ => format!("one for each of its {}", count(expected, "array")),
        }
    } else {
        format!("as in `{}`", combinator.usage)
    };
    Diagnostic::new(
        span,
        format!(
            "this worker takes {}, but `{}` calls it with {expected}",
            count(given, "parameter"),
            combinator.name
        ),
        format!("give it {}, {why}", count(expected, "parameter")),
    )
}

/// `map(f, fold(…))`.
pub fn scalar_as_array(span: Span, inner: &Combinator, outer: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{}` yields a scalar, but `{}` needs an array here",
            inner.name, outer.name
        ),
        "bind the scalar with `let` and use its name inside the worker",
    )
}

/// `external` nested in another combinator.
pub fn nested_external(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`external` cannot be nested",
        "bind its result: `let name = external(…);`",
    )
}

/// A tuple where an array belongs.
pub fn tuple_as_array(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{}` needs an array here, not a tuple", combinator.name),
        format!(
            "to walk over several arrays together pass them one by one: `{}`",
            if combinator.name == "map" {
                "map(|x, y| …, xs, ys)"
            } else {
                "map(|x, y| (x, y), xs, ys)"
            }
        ),
    )
}

/// `fold(0u64, |a, b| a + b as u64, bytes)`. The ways out are with a map, and with a step.
pub fn reduction_of_other_type(
    span: Span,
    name: &str,
    array: Option<&str>,
    (element, other): (&str, &str),
    (mapped, stepped): (&str, Option<&str>),
) -> Diagnostic {
    let elements = match array {
        Some(array) => format!("those of `{array}` are `{element}`"),
        None => format!("these are `{element}`"),
    };
    Diagnostic::new(
        span,
        format!("`{name}` combines elements to one of their type: {elements}, not `{other}`"),
        match stepped {
            Some(stepped) => format!(
                "make a `{other}` of each element first: `{mapped}`; or give the operator between two of \
                 `{other}` beside the step: `{stepped}`"
            ),
            None => format!("make a `{other}` of each element first: `{mapped}`"),
        },
    )
}

/// `-> (Vec<f64>, f64)` and `(ys, s, s)` at the end.
pub fn result_arity(span: Span, given: usize, declared: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "this function returns {}, but declares {declared}",
            count(given, "value")
        ),
        "declare a type for each value, as in `-> (Vec<f64>, f64)`, or return those that are declared",
    )
}

/// `-> Array2<f64>` and an array of one axis at the end.
pub fn result_axes(span: Span, axes: usize, declared: usize) -> Diagnostic {
    let has = match axes {
        1 => "one axis".to_owned(),
        axes => format!("{axes} axes"),
    };
    Diagnostic::new(
        span,
        format!("this array has {has}, but the function declares one of {declared}"),
        match axes {
            1 => "say the axes, as in `reshape(ys, [n, m])`, or declare `Vec<T>` or `Array1<T>`"
                .to_owned(),
            _ => {
                format!(
                    "declare `Array{axes}<T>`, or `Vec<T>` for its elements in row-major order, of \
                     which `flatten(…)` makes one axis"
                )
            }
        },
    )
}

/// `-> (Vec<f64>, Vec<f64>)` and `map(|x| (x, x), xs)` at the end.
pub fn array_as_tuple(span: Span, declared: usize, producer: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("this function returns one array, but declares a tuple of {declared}"),
        match producer {
            "fold_by" => {
                "bind the keys and the folds of the segments, `let (groups, folds) = fold_by(…);`, and return the arrays `(groups, folds)`"
            }
            "map" => {
                "take the elements apart, `let (a, b) = map(…);`, and return the arrays `(a, b)`; or declare an array of tuples, `Vec<(A, B)>`"
            }
            _ => "return a value for each type, as in `(xs, s)`, or declare one array, `Vec<T>`",
        },
    )
}

/// `Some(ys)` and `Found { ys, n }` at the end.
pub fn array_in_value(span: Span, made: &str, shown: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("an array cannot stand inside of the `{made}` that a program returns"),
        format!(
            "return the arrays and scalars themselves, as in `(ys, s)`, and make the `{shown}` of them where the \
             program is called; a function around it can do so"
        ),
    )
}

/// `[xs, ys]` at the end.
pub fn array_in_array(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program returns no array of arrays",
        "return a tuple of them, `(xs, ys)`, or one array of two axes, as `generate(|i, j| …)` makes it",
    )
}

/// `map(|x| { x * 2.0; }, xs)`.
pub fn worker_without_value(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "this worker of `{}` yields nothing: a semicolon follows its value",
            combinator.name
        ),
        "remove the semicolon",
    )
}

/// `fold(Vec::new(), |mut v, x| { v.push(x); v }, xs)`.
pub fn reduction_to_collection(span: Span, name: &str, made: &str) -> Diagnostic {
    let help = match made {
        "Vec" | "VecDeque" => {
            "write it as an array: `filter(|x| …, xs)` has some of the elements, `map(|x| …, xs)` one made of each".to_owned()
        }
        _ => format!(
            "return an array and build the `{made}` of it after the program, or in `external(…)`"
        ),
    };
    Diagnostic::new(
        span,
        format!(
            "`{name}` combines elements to one of their type, which is `Copy`: a `{made}` is not"
        ),
        help,
    )
}

/// `gather(xs, indices)?`.
pub fn array_tried(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`?` stands behind an array, which is no `Result`",
        "leave `?` out: a program that returns `Result<…, fusus::Error>` returns the error of a wrong index or length by itself, any other panics with it",
    )
}

/// A closure where an array belongs.
pub fn closure_as_array(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{}` needs an array here, not a worker", combinator.name),
        format!("write `{}`", combinator.usage),
    )
}

/// A literal where an array belongs.
pub fn literal_as_array(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{}` needs an array here, not a literal", combinator.name),
        "write `generate(n, |_| value)` for an array of one value, or use the literal inside the worker",
    )
}

/// `fold(map(…), …)`.
pub fn array_as_scalar(span: Span, inner: &Combinator, outer: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{}` yields an array, but `{}` needs a scalar here",
            inner.name, outer.name
        ),
        format!("write `{}`", outer.usage),
    )
}

/// A closure where a scalar belongs.
pub fn closure_as_scalar(span: Span, combinator: &Combinator) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{}` needs a scalar here, not a worker", combinator.name),
        format!("write `{}`", combinator.usage),
    )
}

/// A closure where a value belongs.
pub fn closure_as_value(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a worker can be neither bound nor returned",
        "write the closure where it is used, as in `map(|x| …, xs)`, or define a `fn` outside",
    )
}

/// `zip(xs, ys)`.
pub fn foreign_combinator(name: &Ident, foreign: &Foreign) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("there is no combinator `{name}`"),
        foreign.instead,
    )
}

/// `fliter(|x| …, xs)`.
pub fn misspelt_combinator(name: &Ident, meant: &Combinator) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("there is no combinator `{name}`"),
        format!(
            "did you mean `{}`? it is written `{}`",
            meant.name, meant.usage
        ),
    )
}

/// `map(…).frobnicate()`.
pub fn unknown_method(name: &Ident, of: &str) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("there is no combinator `{name}`"),
        format!(
            "the result of `{of}` is an array: its methods are the combinators {}",
            methods()
        ),
    )
}
