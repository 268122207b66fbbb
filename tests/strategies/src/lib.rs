//! The macro by which the tests of conformance compile a program by several strategies.
//!
//! Most programs are too small for the strategies to differ: all make the same loops of them. Code
//! that is equal to code that is tested needs no test of its own, and to build it would take most of
//! the time of these tests.

#![forbid(unsafe_code)]

use fusus_core::expand;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The strategies beside the default.
const STRATEGIES: &[&str] = &["unfused", "stream", "imperative", "linear", "paper"];

/// Takes `fn program(…) -> … { … }`, and declares a function for each strategy whose code is
/// neither that of the default nor that of a strategy before it.
///
/// The macro `each_strategy!`, which it declares as well, takes the name of a macro and returns an
/// array of what that makes of the name of each of these functions.
#[proc_macro]
pub fn other_strategies(program: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let program = TokenStream::from(program);
    let name = function(&program).to_string();
    // A name in `code` is that of a strategy only where it is that of the function.
    let of_any_name = |code: &TokenStream, name: &str| code.to_string().replace(name, "");

    let mut seen = vec![of_any_name(&expanded(program.clone()), &name)];
    let (mut functions, mut names) = (TokenStream::new(), Vec::new());
    for strategy in STRATEGIES {
        let name = Ident::new(strategy, Span::call_site());
        let program = renamed(program.clone(), &name);
        let code = expanded(quote!(#[cnf(strategy = #strategy)] #program));
        let text = of_any_name(&code, strategy);
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

/// Expands a program as `cnf!` does.
fn expanded(program: TokenStream) -> TokenStream {
    expand(program, &quote!(::fusus))
}

/// Returns the name behind `fn`.
fn function(program: &TokenStream) -> Ident {
    let mut tokens = program.clone().into_iter();
    tokens.find(|token| token.to_string() == "fn");
    match tokens.next() {
        Some(TokenTree::Ident(name)) => name,
        _ => panic!("a program is a function"),
    }
}

/// Gives the function another name.
fn renamed(program: TokenStream, name: &Ident) -> TokenStream {
    let mut behind_fn = false;
    let rename = |token: TokenTree| {
        let is_name = std::mem::replace(&mut behind_fn, token.to_string() == "fn");
        match token {
            TokenTree::Ident(_) if is_name => name.to_token_stream(),
            token => token.to_token_stream(),
        }
    };
    program.into_iter().map(rename).collect()
}
