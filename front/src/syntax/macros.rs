//! Knowledge about macros of others.

/// Returns true if a macro of this name formats its strings.
pub(super) fn is_formatting(path: &syn::Path) -> bool {
    const FORMATTING: &[&str] = &[
        "assert",
        "assert_eq",
        "assert_ne",
        "debug",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "eprint",
        "eprintln",
        "error",
        "format",
        "format_args",
        "info",
        "panic",
        "print",
        "println",
        "todo",
        "trace",
        "unimplemented",
        "unreachable",
        "warn",
        "write",
        "writeln",
    ];
    path.segments
        .last()
        .is_some_and(|last| FORMATTING.iter().any(|known| last.ident == known))
}
