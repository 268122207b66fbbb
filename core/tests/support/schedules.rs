//! Programs, compiled as they stand.

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};

/// Compiles the first program of a source, which must be right.
pub(crate) fn compiled(source: &str) -> Compiled {
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found).remove(0);
    let outcome = explained.outcome;
    outcome.unwrap_or_else(|found| panic!("{source}: {found:?}"))
}
