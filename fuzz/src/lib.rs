//! Random inputs for the compiler of fusus and for the readers of its
//! examples, and what must hold for each of them.
//!
//! An input is made from a string of bytes, so that there can be two drivers:
//! libFuzzer looks for strings that reach new code (the programs in
//! `targets/`, which `cargo xtask fuzz` and `cargo fuzz run` run), and
//! `tests/bounded.rs` draws a few thousand of them at random wherever the tests
//! run. The same string makes the same input in both.

#![forbid(unsafe_code)]

pub mod bytes;
mod choices;
pub mod expansion;
mod mutation;
pub mod programs;
mod readers;
mod tokens;

pub use choices::Choices;
pub use readers::{csvs, tables};

use proc_macro2::TokenStream;

/// A few random tokens.
pub fn random_tokens(data: &[u8]) -> TokenStream {
    let mut choices = Choices::new(data);
    let count = choices.below(30);
    (0..count).map(|_| tokens::tree(&mut choices, 3)).collect()
}

/// A program with a few changes.
pub fn mutated_program(data: &[u8]) -> TokenStream {
    let mut choices = Choices::new(data);
    let program = programs::ALL[choices.below(programs::ALL.len())];
    let other = programs::ALL[choices.below(programs::ALL.len())];
    let mut tokens = programs::tokens(program);
    let other = programs::tokens(other);
    for _ in 0..=choices.below(4) {
        tokens = mutation::mutated(&mut choices, tokens, &other);
    }
    tokens
}

/// The bytes as source text, where they are tokens of Rust: those of a program,
/// or of a file with one.
pub fn source(data: &[u8]) -> Option<TokenStream> {
    let tokens = std::str::from_utf8(data).ok()?.parse().ok()?;
    Some(programs::inside(tokens))
}
