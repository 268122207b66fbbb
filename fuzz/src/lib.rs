//! Random inputs for the compiler of fusus, for its formulas at run time and for the readers of its
//! examples, and the laws that must hold for each of them.
//!
//! An input is made from a string of bytes, so that there can be two drivers:
//! libFuzzer looks for strings that reach new code (the programs in
//! `targets/`, which `cargo xtask fuzz` and `cargo fuzz run` run), and
//! `tests/bounded.rs` draws a few thousand of them at random wherever the tests
//! run. The same string makes the same input in both.

#![forbid(unsafe_code)]

pub mod bytes;
pub mod expansion;
mod formulas;
mod mutation;
pub mod programs;
mod readers;
mod tokens;

pub use formulas::{formulas, random_formula};
pub use readers::{csvs, tables};

use fusus_random::{generate, render};
use fusus_rng::Rng;
use proc_macro2::TokenStream;

/// A few random tokens.
pub fn random_tokens(data: &[u8]) -> TokenStream {
    let mut rng = Rng::from_bytes(data);
    let count = rng.below(30);
    (0..count).map(|_| tokens::tree(&mut rng, 3)).collect()
}

/// A program with a few changes: one that is written down, or a random one.
pub fn mutated_program(data: &[u8]) -> TokenStream {
    // Enough for all changes; what is behind them makes a random program.
    let (changes, rest) = data.split_at(data.len().min(60));
    let mut rng = Rng::from_bytes(changes);
    let mut any = || match programs::ALL.get(rng.below(programs::ALL.len() + 10)) {
        Some(program) => programs::tokens(program),
        None => programs::tokens(&random_program(rest)),
    };
    let (mut tokens, other) = (any(), any());
    for _ in 0..=rng.below(4) {
        tokens = mutation::mutated(&mut rng, tokens, &other);
    }
    tokens
}

/// The source of a random program without mistakes.
pub fn random_program(data: &[u8]) -> String {
    render::source(&generate::from_bytes(data))
}

/// The bytes as source text, where they are tokens of Rust: those of a program,
/// or of a file with one.
pub fn source(data: &[u8]) -> Option<TokenStream> {
    let tokens = std::str::from_utf8(data).ok()?.parse().ok()?;
    Some(programs::inside(tokens))
}
