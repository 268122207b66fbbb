//! Every message of the compiler, one function each.
//!
//! A message says in one sentence what is wrong, in the user's names; its help
//! says what to write instead.

use super::{Diagnostic, place};
use crate::combinator::{Combinator, Foreign, Parameter};
use proc_macro2::{Ident, Span};
use quote::ToTokens;

fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        more => format!("{more} {noun}s"),
    }
}

/// What one parameter is called in a sentence.
fn parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Worker(_) => "a worker",
        Parameter::Array => "an array",
        Parameter::Arrays => "one array or more",
        Parameter::Scalar => "a scalar",
        Parameter::Host => "an expression",
    }
}

fn parameters(combinator: &Combinator) -> String {
    let words: Vec<&str> = combinator
        .parameters
        .iter()
        .copied()
        .map(parameter)
        .collect();
    match &words[..] {
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        [] => "nothing".to_owned(),
    }
}

// --- syntax ---------------------------------------------------------------

/// Rust's own parser gave up.
pub fn not_rust(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        message,
        "a program is written in Rust's own syntax: `let name = combinator(…);` statements and a final expression",
    )
}

/// A function whose head is not Rust.
pub fn not_a_signature(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        message,
        "a program is a function: `fn name(xs: &[f64]) -> Vec<f64> { … }`",
    )
}

/// `fn`, `struct`, `use` … among the statements.
pub fn item_statement(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{word}` is not part of the language"),
        "define it outside of the program, where workers can use it by its path",
    )
}

/// `#[fused]` on something that is not a function.
pub fn not_a_function(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "expected one function",
        "write `#[fusus::fused]` above a `fn` item",
    )
}

/// `const fn`, `async fn`, `extern fn`.
pub fn unsupported_qualifier(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a program cannot be `{what}`"),
        format!("remove `{what}`; call the program from `{what}` code instead"),
    )
}

/// `self` as a parameter.
pub fn receiver(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program has no `self`",
        "pass the fields it needs as parameters, or use the expression form inside the method",
    )
}

/// A parameter that is a pattern.
pub fn parameter_pattern(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a parameter must be a plain name",
        "name the parameter here and take it apart with `let` inside",
    )
}

/// `#[backend(cuda)]`.
pub fn unknown_backend(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "there is no such backend",
        "the backends are `cpu` and `sequential`",
    )
}

/// `#[cnf(lops = 2)]`.
pub fn unknown_option(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "there is no such option",
        "the options are `loops = N`, `strategy = \"…\"`, `cost = \"…\"` and `strict`",
    )
}

/// `let x;`
pub fn let_without_value(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a binding needs a value",
        "write `let name = combinator(…);`",
    )
}

/// `let … else`.
pub fn let_else(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`let … else` is not part of the language",
        "bind the value, and handle the other case in the caller or inside a worker",
    )
}

/// The left side of an assignment.
pub fn write_target(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "only a whole array parameter can be written",
        "write `*ys = map(…);` for a parameter `ys: &mut [T]`",
    )
}

/// A statement that is neither a `let` nor a write.
pub fn not_a_statement(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this statement is not part of the language",
        "a program consists of `let name = …;` and `*ys = …;`; put other code into a worker or an `external(…)`",
    )
}

/// A `let` that follows without a semicolon.
pub fn missing_semicolon(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a semicolon is missing after this statement",
        "write `;` here",
    )
}

/// `#[…] let x = …;`
pub fn statement_attribute(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a binding has no attributes",
        "put the attribute on the whole function, or remove it",
    )
}

/// `return xs;`
pub fn return_statement(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program has no `return`: it returns its final expression",
        "write the result alone, without `return` and without a semicolon",
    )
}

/// `map(f, xs);`
pub fn unbound_expression(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "nothing happens with the value of this statement",
        "bind it with `let name = …;`, write it with `*ys = …;`, or remove the semicolon if it is the result",
    )
}

/// `for x in xs { … }`
pub fn loop_statement(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program has no loops of its own",
        "say what the loop computes with `map`, `filter`, `fold` or `scan`; workers may contain any Rust",
    )
}

/// Brackets in brackets in brackets …
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this program is nested too deeply",
        "bind parts of it to names of their own with `let`",
    )
}

/// `#[cnf(loops = "two")]`.
pub fn attribute_syntax(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        message,
        "write `#[backend(cpu)]`, or `#[cnf(loops = 2, strategy = \"ilp\", cost = \"robinson\", strict)]` with any of these options",
    )
}

/// `#[backned(cpu)]`.
pub fn misspelt_attribute(span: Span, name: &str, meant: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("there is no attribute `{name}`"),
        format!("did you mean `{meant}`?"),
    )
}

/// `#[backend(cpu, cpu)]`.
pub fn repeated_backend(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the backend `{name}` is listed twice"),
        "list every backend once",
    )
}

/// `#[backend]` or `#[backend()]`.
pub fn no_backend(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "no backend is listed",
        "write `#[backend(cpu)]`, `#[backend(sequential)]` or both: `#[backend(cpu, sequential)]`",
    )
}

/// `#[fused(krate = x)]`.
pub fn unknown_argument(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`fused` takes no such argument",
        "its only one is `crate`, for a renamed dependency: `#[fused(crate = path)]`; write `#[backend(…)]` and `#[cnf(…)]` below it",
    )
}

/// `let mut x`.
pub fn mutable_binding(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` cannot be mutable: every name is bound once"),
        "remove `mut`; bind the changed value to a new name",
    )
}

/// A pattern that a binding cannot have.
pub fn let_pattern(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a binding is a name, `_` or a tuple of these",
        "bind a name here and take the value apart inside a worker",
    )
}

// --- shape ----------------------------------------------------------------

/// The same name twice in one pattern or parameter list.
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

/// The right arguments in the wrong places.
pub fn wrong_order(span: Span, combinator: &Combinator, method: bool) -> Diagnostic {
    let help = if method {
        format!(
            "the receiver stands for the array in `{}`, and the other arguments follow in that order",
            combinator.usage
        )
    } else {
        format!(
            "it takes {}, in this order: write `{}`",
            parameters(combinator),
            combinator.usage
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

/// A closure with the wrong number of parameters.
pub fn worker_arity(
    span: Span,
    combinator: &Combinator,
    given: usize,
    expected: usize,
) -> Diagnostic {
    let why = if combinator.name == "map" {
        match expected {
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
            "the result of `{of}` is an array: its methods are the combinators `map`, `filter`, `fold`, `scan`, `scan_exclusive`, `gather`, `scatter`, `cross`, `conform` and `len`"
        ),
    )
}

// --- names ----------------------------------------------------------------

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
            format!("an array is a parameter of type `&[T]` or `&mut [T]`: declare `{name}: &[…]`"),
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

/// A type as people write it.
fn type_text(ty: &syn::Type) -> String {
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

/// A version of a parameter that is gone.
pub fn overwritten(name: &Ident, parameter: &Ident, written: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("the elements of `{name}` are gone: `{parameter}` was written in place before"),
        format!(
            "use `{parameter}` for the new elements; to keep the old ones copy them first: `let old = map(|x| x, {parameter});`"
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

/// A host expression that names a bound array.
pub fn bound_array_in_host(name: &Ident, bound: Span) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("a scalar expression cannot use `{name}`: the program itself computes that array"),
        format!("reduce it with `fold(…, {name})`, take its length with `len({name})`, or hand it to host code with `external(…)`"),
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

/// More names than values.
pub fn pattern_of_scalar(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this value has no parts to bind",
        "bind it to one name",
    )
}

/// An array-valued combinator inside a host expression.
pub fn array_in_host(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{combinator}` yields an array and cannot stand inside a scalar expression"),
        "bind the array with `let` and use the name as an argument of a combinator",
    )
}

// --- sizes ----------------------------------------------------------------

/// An array in a message about sizes.
#[derive(Clone, Debug)]
pub struct Sized {
    /// What to call it: its name in backticks, or what it is where it has none.
    pub label: String,
    /// Its name, where the user gave it one.
    pub name: Option<String>,
    /// Where its length comes from, in words.
    pub length: String,
}

fn conform(what: &Sized, like: &Sized) -> String {
    match (&what.name, &like.name) {
        (Some(what), Some(like)) => {
            format!("say so with `conform({what}, {like})`, which checks it at run time")
        }
        _ => {
            "bind both with `let` and say so with `conform`, which checks it at run time".to_owned()
        }
    }
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
        format!(
            "if they always have the same length, {}",
            conform(second, first)
        ),
    )
    .note(format!(
        "{} has the length of {}",
        first.label, first.length
    ))
    .note(format!(
        "{} has the length of {}",
        second.label, second.length
    ))
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
        format!(
            "if {} always has that length, {}",
            input.label,
            conform(input, rigid)
        ),
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
        "generate both with the same number",
    )
}

fn needs(combinator: &str) -> String {
    match combinator {
        "scatter" => "`scatter` needs indices and values of one length,".to_owned(),
        combinator => format!("`{combinator}` needs arrays of one length,"),
    }
}

// --- plans ----------------------------------------------------------------

/// `#[cnf(strategy = "…")]` with an unknown name.
pub fn unknown_strategy(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("there is no strategy `{name}`"),
        format!("the strategies are `{}`", known.join("`, `")),
    )
}

/// `#[cnf(cost = "…")]` with an unknown name.
pub fn unknown_cost(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("there is no cost model `{name}`"),
        format!("the cost models are `{}`", known.join("`, `")),
    )
}

/// `#[cnf(loops = N)]` that the plan does not keep.
pub fn too_many_loops(span: Span, allowed: usize, clusters: &str, loops: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "this program becomes {}, but `loops` allows {allowed}",
            count(loops, "loop")
        ),
        format!("raise `loops` to {loops}, or look at why the loops stay apart: a fold's result is complete only after its loop, and a filtered array has a length of its own"),
    )
    .note(format!("the loops are {clusters}"))
}

/// A mistake of the compiler's own, found by the checks between its stages.
pub fn internal(program: &str, what: &str) -> Diagnostic {
    Diagnostic::new(
        Span::call_site(),
        format!("fusus made a mistake in `{program}`: {what}"),
        "this is a bug of fusus, not of the program; please report it with the program's text",
    )
}

/// The compiler of fusus panicked.
pub fn broken(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        "fusus itself failed here, which is a mistake of its own",
        "please report it together with the program",
    )
    .note(message)
}
