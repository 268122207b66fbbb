//! Knowledge about macros of others.

use quote::{ToTokens, quote};
use syn::Expr;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;

/// Visits the arguments of a macro that takes expressions, like `format!` and `vec![value;
/// length]`.
pub(crate) fn visit_arguments(call: &mut syn::Macro, mut visit: impl FnMut(&mut Expr)) {
    let parser = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    if let Ok(mut args) = call.parse_body_with(parser) {
        args.iter_mut().for_each(&mut visit);
        call.tokens = args.to_token_stream();
    } else if let Ok((mut value, semicolon, mut length)) = call.parse_body_with(repeated) {
        visit(&mut value);
        visit(&mut length);
        call.tokens = quote!(#value #semicolon #length);
    }
}

/// `value; length`
fn repeated(input: ParseStream<'_>) -> syn::Result<(Expr, syn::Token![;], Expr)> {
    Ok((input.parse()?, input.parse()?, input.parse()?))
}

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
