//! Rust source from tokens: one line, spaced as rustfmt would.
//!
//! Spans of macro input do not survive, so that a user's code has to be printed
//! from its tokens wherever it is shown: the text form of programs, the plan,
//! error messages. `TokenStream`'s own `to_string` gives no promise on spaces
//! and mostly has too many.
//!
//! The text always lexes to the same tokens again. Where a space belongs is
//! decided from the neighbouring tokens; the only guesses are whether `<`
//! opens generic arguments and whether a block ends an operand, and a wrong
//! guess costs no more than an odd space.

mod lex;
mod space;

use proc_macro2::TokenStream;
use quote::ToTokens;

use lex::lex;

/// The tokens as one line of Rust.
///
/// ```
/// let tokens = "| x | x . max ( - 1.0 ) / f64 :: from ( n )".parse().unwrap();
/// assert_eq!(fusus_front::ir::tokens::text(tokens), "|x| x.max(-1.0) / f64::from(n)");
/// ```
pub fn text(tokens: TokenStream) -> String {
    let mut out = String::new();
    space::write(&mut out, &lex(tokens));
    out
}

/// An expression, or any other piece of syntax, as one line of Rust.
pub fn of(syntax: &impl ToTokens) -> String {
    text(syntax.to_token_stream())
}
