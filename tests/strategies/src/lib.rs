//! The macros by which the tests of conformance compile a program in several forms: by several
//! strategies, for one thread, and over processes.
//!
//! Most programs are too small for the strategies to differ: all make the same loops of them. Code
//! that is equal to code that is tested needs no test of its own, and to build it would take most of
//! the time of these tests. That of all strategies still takes more than half of it, so that without
//! the feature `all` each program has one of them, by its text.

#![forbid(unsafe_code)]

use fusus_core::expand;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

/// The strategies beside the default.
const STRATEGIES: &[&str] = &["unfused", "stream", "imperative", "linear", "paper"];

/// Takes a program, with its attributes, and declares it as the default compiles it, and a function for
/// each strategy whose code is neither that of the default nor that of a strategy before it; without
/// the feature `all`, for the one that is chosen, if its code is another. A strategy takes the place of
/// the attributes.
///
/// The macro `each_strategy!`, which it declares as well, takes the name of a macro and returns an
/// array of what that makes of the name of each function of a strategy.
#[proc_macro]
pub fn by_strategies(program: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let (attributes, name, rest) = parts(program.into());
    let expanded = |attributes: TokenStream, name: &Ident| {
        expand(quote!(#attributes fn #name #rest), &quote!(::fusus))
    };
    // Equal code is equal without the name. Where a program happens to have a word that is one of
    // these names, the code is at worst taken for other code.
    let unnamed =
        |code: &TokenStream, name: &Ident| code.to_string().replace(&name.to_string(), "");

    let mut functions = expanded(attributes, &name);
    let (mut seen, mut names) = (vec![unnamed(&functions, &name)], Vec::new());
    for strategy in chosen(&rest) {
        let name = Ident::new(strategy, Span::call_site());
        let code = expanded(quote!(#[cnf(strategy = #strategy)]), &name);
        let text = unnamed(&code, &name);
        if !seen.contains(&text) {
            seen.push(text);
            functions.extend(code);
            names.push(name);
        }
    }
    quote! {
        #functions
        macro_rules! each_strategy {
            ($run:ident) => { [#($run!(#names)),*] };
        }
    }
    .into()
}

/// Takes a program, and declares it for one thread, if it is one of four, by its text, or if the
/// feature `all` is on. Its code is that for several threads but for a function that each loop begins
/// with, so that to build and run it for every program would tell little of it.
///
/// The macro `sequentially!`, which it declares as well, takes the name of a macro and returns an array
/// of what that makes of the name of the function, if there is one.
#[proc_macro]
pub fn sequential_of_some(program: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let (attributes, name, rest) = parts(program.into());
    let runs = cfg!(feature = "all") || number(&rest).is_multiple_of(4);
    let (function, name) = match runs {
        true => {
            let program = quote!(#attributes #[backend(sequential)] fn #name #rest);
            (expand(program, &quote!(::fusus)), Some(name))
        }
        false => (TokenStream::new(), None),
    };
    let run = name.map(|name| quote!($run!(#name)));
    quote! {
        #function
        macro_rules! sequentially {
            ($run:ident) => { [#run] };
        }
    }
    .into()
}

/// Takes a program, and declares it over arrays that are spread over processes, if it has arrays and
/// nothing that does not run so.
///
/// The macro `over_processes!`, which it declares as well, takes the name of a macro and returns an
/// array of what that makes of the name of the function, if there is one.
#[proc_macro]
pub fn where_processes_run(program: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let (attributes, name, rest) = parts(program.into());
    let has_arrays = match rest.clone().into_iter().next() {
        Some(TokenTree::Group(parameters)) => parameters.to_string().contains('&'),
        _ => false,
    };
    let program = quote!(#attributes #[backend(mpi)] fn #name #rest);
    let code = expand(program, &quote!(::fusus));
    let runs = has_arrays && !code.to_string().contains("compile_error");
    let (function, name) = match runs {
        true => (code, Some(name)),
        false => (TokenStream::new(), None),
    };
    let run = name.map(|name| quote!($run!(#name)));
    quote! {
        #function
        macro_rules! over_processes {
            ($run:ident) => { [#run] };
        }
    }
    .into()
}

/// The strategies by which a program is compiled: all, or one that its text chooses, since in the
/// tests of conformance all functions have one name.
fn chosen(program: &TokenStream) -> &'static [&'static str] {
    if cfg!(feature = "all") {
        return STRATEGIES;
    }
    let one = number(program) % STRATEGIES.len();
    &STRATEGIES[one..=one]
}

/// A number that a program's text chooses. Compilers differ in where they put spaces.
fn number(program: &TokenStream) -> usize {
    let text = program.to_string();
    let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    bytes.map(usize::from).sum()
}

/// Returns the attributes of a function, its name, and what follows.
fn parts(function: TokenStream) -> (TokenStream, Ident, TokenStream) {
    let mut tokens = function.into_iter();
    let attributes = tokens
        .by_ref()
        .take_while(|token| token.to_string() != "fn")
        .collect();
    match tokens.next() {
        Some(TokenTree::Ident(name)) => (attributes, name, tokens.collect()),
        _ => panic!("a program is a function"),
    }
}
