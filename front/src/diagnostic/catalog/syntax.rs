//! Statements, attributes and functions that are not of the language.

use crate::diagnostic::Diagnostic;
use crate::ordered::ToList;
use proc_macro2::{Ident, Span};

/// Rust's own parser gave up.
pub fn not_rust(span: Span, message: &str) -> Diagnostic {
    let help = match message.ends_with("expected `,`") {
        true => "arguments are separated by commas, as in `fold(0.0, |a, b| a + b, xs)`",
        false => {
            "a program is written in Rust's own syntax: `let name = combinator(…);` statements and a final expression"
        }
    };
    Diagnostic::new(span, message, help)
}

/// `xs[1:]`.
pub fn slice_with_colon(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "ranges are written with two dots, and a part of an array in index notation",
        "write `generate(1.., |i| xs[i])` for `xs[1:]`, and `generate(1..n, |i| xs[i])` for `xs[1:n]`",
    )
}

/// `where(c, a, b)`.
pub fn where_called(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "there is no combinator `where`, which is a keyword of Rust",
        "write `map(|c, a, b| if c { a } else { b }, cs, xs, ys)` to choose between elements, and \
         `filter(|x| …, xs)` for those for which a condition holds",
    )
}

/// `#![…]` or `//!`.
pub fn inner_attribute(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`#![…]` and `//!` are of a file or a module, not of a program",
        "write `#[…]` and `///` above a function",
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
    let help = match word {
        "impl" => {
            "write the macro inside of it, `impl … { cnf! { fn … } }`: a program has no `self`, it takes the \
             fields that it needs as parameters"
        }
        "mod" | "trait" => "write the macro inside of it: `cnf! { fn … }`",
        "const" => {
            "write it above the programs of the macro, beside their `fn`, or outside of the macro: workers see it \
             there"
        }
        "use" => "write it outside of the macro: programs use what is in scope there",
        _ => "define it outside of the program, where workers can use it by its path",
    };
    Diagnostic::new(span, format!("`{word}` is not part of the language"), help)
}

/// `struct`, `use` … beside the functions of the item form.
pub fn item_beside_programs(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{word}` cannot stand here: beside programs there are only functions and `const`"),
        "write it outside of the macro: programs use what is in scope there",
    )
}

/// `fn mean(xs: &[f64]) -> f64 { xs.iter().sum() }` beside programs.
pub fn helper_with_array(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` has an array parameter, so it is a program, not plain Rust"),
        format!(
            "define `{name}` outside of the macro, where programs can call it all the same, or write it with combinators"
        ),
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

/// `cnf! { #[backend(ocl)] map(f, xs) }`. A device needs all types before the
/// program is compiled, and those of captured names are nobody's to ask.
pub fn attribute_of_expression(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`#[backend(…)]` and `#[cnf(…)]` are for functions; an expression runs on the CPU",
        "write a function, whose signature also says the types that a device must know: \
         `#[backend(ocl)] fn name(xs: &[f32]) -> Vec<f32> { … }`, and call it here; options of an \
         expression stand before it as `#![cnf(…)]`",
    )
}

/// `#[cnf(limit = "long")]`.
pub fn not_seconds(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`limit` is a number of seconds",
        "write `#[cnf(limit = 0.5)]` to look for a better plan for half a second",
    )
}

/// `#[cnf(grain = 0)]`.
pub fn not_positions(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`grain` is a number of positions, at least 1",
        "write `#[cnf(grain = 1)]` where each position of a loop is worth another thread",
    )
}

/// `#[cnf(math = "fast")]`.
pub fn unknown_math(span: Span, known: &[&str]) -> Diagnostic {
    let known: Vec<String> = known.iter().map(|name| format!("`\"{name}\"`")).list();
    Diagnostic::new(
        span,
        format!("`math` is {}", known.join(" or ")),
        "without this option, `x.exp()` and its like are functions of `fusus-math`, which give the \
         same bits on every machine; `#[cnf(math = \"std\")]` keeps those of the standard library, \
         which are the platform's",
    )
}

/// `#[cnf(order = "given")]`.
pub fn unknown_order(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`order` is `\"written\"`",
        "without this option, the product under a `sum` is computed in the order with the fewest \
         operations; `#[cnf(order = \"written\")]` keeps the order of the text",
    )
}

/// `#[cnf(sizes(i = 0))]`.
pub fn not_a_size(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the size of `{name}` is a number of positions, at least 1"),
        format!("write `#[cnf(sizes({name} = 1000))]`"),
    )
}

/// `#[cnf(sizes(x = 10))]` where nothing is called `x`.
pub fn size_of_nothing(span: Span, name: &Ident, known: &[String]) -> Diagnostic {
    let help = match known {
        [] => "it helps to order the product under a `sum`, and there is none here".to_owned(),
        known => format!(
            "name an index of a sum of products, or the scalar that says how far one goes: {}",
            known.join(", ")
        ),
    };
    Diagnostic::new(
        span,
        format!("no size that orders a sum of products is called `{name}`"),
        help,
    )
}

/// `#[cnf(math = "std")]` at one of two programs, beside a helper.
pub fn helper_of_two_maths(span: Span, helper: &Ident, function: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "programs of one `cnf!` have different `math`, and the helper `{helper}` names \
             `{function}`: it can have one of them only"
        ),
        "give all programs here the same `math`, or one of them a `cnf!` of its own with a helper \
         of its own",
    )
}

/// `#[cnf(lops = 2)]`.
pub fn unknown_option(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "there is no such option",
        "the options are `loops = N`, `strategy = \"…\"`, `cost = \"…\"`, `limit = SECONDS`, `grain = N`, `math = \"…\"`, `order = \"written\"`, `sizes(i = N)`, `mul_add`, `strict` and `associative`",
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
        "write `*ys = map(…);` for a parameter `ys: &mut [T]`; single elements are written by `*ys = scatter(ys, indices, values);`",
    )
}

/// `s = …;` and `s += …;`.
pub fn assigned_again(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` cannot be assigned to: what a name is bound to does not change"),
        format!(
            "bind it anew, as in `let {name} = …;`; a parameter `{name}: &mut [T]` is written by `*{name} = map(…);`"
        ),
    )
}

/// A statement that is neither a `let` nor a write.
pub fn not_a_statement(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "this statement is not part of the language",
        "a program consists of `let name = …;`, `*ys = …;` and, above its first combinator, \
         `if condition { return value; }`; put other code into a worker or an `external(…)`",
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

/// `if c { return a; } else { return b; }`, `if let … { return a; }`, `match … { … => return a }`
pub fn guard_shape(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program returns early only from `if condition { return value; }`",
        "write one such guard for each case, with a plain condition and nothing but `return` in its block, above the first combinator",
    )
}

/// `if c { Ok(x) } else { Err(e) }` at the end of a function that returns a `Result`.
pub fn wrapped_result(variant: &Ident) -> Diagnostic {
    Diagnostic::new(
        variant.span(),
        format!(
            "a program computes the value of its `Result`, so that `{variant}` cannot be chosen at its end"
        ),
        "end with the plain value; for an error of your own write `if condition { return Err(error); }` above the first combinator, or decide in the function that calls this one",
    )
}

/// `let n = if c { return 0.0 } else { 1 };`
pub fn return_inside(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program cannot return from inside of an expression",
        "write `if condition { return value; }` above the first combinator",
    )
}

/// `if c { return 0.0; }` below `let ys = map(…);`
pub fn late_return(span: Span, bound: Option<&str>, place: &str) -> Diagnostic {
    let below = match bound {
        Some(name) => format!("`{name}` is bound on {place}"),
        None => format!("the combinator on {place}"),
    };
    Diagnostic::new(
        span,
        "a program returns early only above its first combinator",
        format!(
            "move this guard above it ({below}), or choose in the final expression: `if condition {{ … }} else {{ … }}`"
        ),
    )
}

/// `if fold(…) > 0.0 { return 0.0; }`
pub fn guard_of_combinator(span: Span, combinator: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a guard runs before all combinators, so that it cannot use `{combinator}`"),
        "use scalars and lengths in it (`xs.is_empty()`, `len(xs) < n`), or choose in the final expression: `if condition { … } else { … }`",
    )
}

/// `return` in the expression form.
pub fn return_of_expression(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`return` has no meaning here: `cnf! { … }` is an expression, not a function",
        "return above it, in the function around it; or choose around it: `if condition { value } else { cnf! { … } }`",
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
        "say what the loop computes with `map`, `filter`, `fold` or `scan`, whose workers may contain any Rust; \
         to repeat a step, write it as a program and call that in a loop outside",
    )
}

/// `if up { *xs = map(…); }`
pub fn conditional_statement(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a program runs all of its statements: none stands under a condition",
        CHOOSE,
    )
}

/// `if up { map(…) } else { map(…) }`
pub fn array_under_condition(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{word}` cannot choose between arrays: a program computes all of them"),
        CHOOSE,
    )
}

const CHOOSE: &str = "choose inside the worker: `map(|x| if … { … } else { … }, xs)`; \
    or write a program for each case, and choose where they are called";

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
        "write `#[backend(cpu)]`, or `#[cnf(loops = 2, strategy = \"optimal\", cost = \"paper\", strict)]` with any of these options",
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
        format!("`{name}` cannot be mutable: what a name is bound to does not change"),
        format!(
            "remove `mut`, and bind the changed value anew, by the same name or another: `let {name} = …;`"
        ),
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
