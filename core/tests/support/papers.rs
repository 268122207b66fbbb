//! Programs of the folder `programs`, compiled from their sources.

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Explained, Overrides, explain};
use proc_macro2::{TokenStream, TokenTree};

/// The programs of the papers, and a longer one.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[
    (
        "normalize2",
        include_str!("../../../programs/normalize2.rs"),
    ),
    (
        "normalize_inc",
        include_str!("../../../programs/normalize_inc.rs"),
    ),
    ("quadtree", include_str!("../../../programs/quadtree.rs")),
    (
        "closest_pairs",
        include_str!("../../../programs/closest_pairs.rs"),
    ),
    ("quickhull", include_str!("../../../programs/quickhull.rs")),
    ("readings", include_str!("../../../programs/readings.rs")),
];

/// The programs of Lewis, Lin and Snyder's table of arrays, as far as they are programs of `cnf!`.
pub(crate) const OF_ARRAYS: &[(&str, &str)] = &[
    ("EP", include_str!("../../../programs/published/ep.rs")),
    ("Frac", include_str!("../../../programs/published/frac.rs")),
    (
        "Tomcatv's residuals",
        include_str!("../../../programs/published/tomcatv.rs"),
    ),
    (
        "SP's x-sweep",
        include_str!("../../../programs/published/sp.rs"),
    ),
    (
        "SIMPLE",
        include_str!("../../../programs/published/simple.rs"),
    ),
];

/// The program of this name, by this strategy.
pub(crate) fn explained(name: &str, strategy: Option<&str>) -> Explained {
    let overrides = Overrides {
        strategy: strategy.map(str::to_owned),
        ..Overrides::default()
    };
    explained_by(name, &overrides)
}

/// The program of this name, by this strategy and cost.
pub(crate) fn explained_by(name: &str, overrides: &Overrides) -> Explained {
    let (_, source) = (PROGRAMS.iter())
        .chain(OF_ARRAYS)
        .find(|(known, _)| *known == name)
        .unwrap_or_else(|| panic!("there is no program `{name}`"));
    let tokens: TokenStream = source.parse().expect("the source is Rust");
    let mut found = Diagnostics::new();
    let mut explained = explain(program(tokens), name, overrides, &mut found);
    assert!(found.is_empty(), "{found:?}");
    explained.remove(0)
}

/// Compiles the program of this name, which must be right.
pub(crate) fn compiled(name: &str, strategy: Option<&str>) -> Compiled {
    let outcome = explained(name, strategy).outcome;
    outcome.unwrap_or_else(|found| panic!("{name}: {found:?}"))
}

/// The contents of the braces of the only `cnf!`.
fn program(tokens: TokenStream) -> TokenStream {
    let groups = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    groups.last().expect("there is a `cnf!`")
}
