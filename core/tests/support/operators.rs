//! Programs of one operator, and what is said of them.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Explained, Overrides, explain};
use proc_macro2::TokenStream;

/// The message for every operator that is refuted.
const REFUTED: &str = "needs an associative operator";

/// Lists the messages for the refuted operators of programs.
fn refuted(programs: &[Explained]) -> Vec<String> {
    let wrong = programs
        .iter()
        .filter_map(|program| program.outcome.as_ref().err());
    wrong
        .flat_map(|found| found.iter().map(|diagnostic| diagnostic.text()))
        .filter(|text| text.contains(REFUTED))
        .collect()
}

fn explained(source: &str) -> Vec<Explained> {
    let tokens: TokenStream = source.parse().expect("it is Rust");
    explain(
        tokens,
        "here",
        &Overrides::default(),
        &mut Diagnostics::new(),
    )
}

/// Returns the message for the one operator of a program; it must have no other mistakes.
pub(crate) fn judged(source: &str) -> Option<String> {
    let programs = explained(source);
    let mut found = refuted(&programs);
    for program in &programs {
        if let Err(wrong) = &program.outcome {
            assert_eq!(wrong.len(), found.len(), "{source}: {wrong:?}");
        }
    }
    assert!(found.len() <= 1, "{source}: {found:?}");
    found.pop()
}

/// A program over elements of a type with this seed and operator.
pub(crate) fn fold(ty: &str, seed: &str, operator: &str) -> String {
    format!("fn program(xs: &[{ty}]) -> {ty} {{ fold({seed}, {operator}, xs) }}")
}
