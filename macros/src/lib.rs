//! The procedural macros of fusus. Use the crate `fusus`, whose `cnf!` hands
//! its own path to the one here.

#![forbid(unsafe_code)]

use fusus_core::editor::{sketch, sketch_fused};
use fusus_core::{broken, element, expand, expand_fused};
use proc_macro::{TokenStream, TokenTree};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `cnf!` behind the façade: the first token tree is a group that holds the
/// path of the crate `fusus`, the rest is the program.
#[proc_macro]
pub fn cnf(input: TokenStream) -> TokenStream {
    let (krate, tokens) = after_crate(input);
    guarded(|| expand(tokens.into(), &krate.into()))
}

/// Expands `cnf!` for editors: to the parts of the program that they need to know.
#[doc(hidden)]
#[proc_macro]
pub fn cnf_sketch(input: TokenStream) -> TokenStream {
    let (krate, tokens) = after_crate(input);
    guarded(|| sketch(tokens.into(), &krate.into()))
}

/// The path of the crate `fusus`, and the program.
fn after_crate(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = input.into_iter();
    let krate = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    };
    (krate, tokens.collect())
}

// The façade documents it.
#[allow(missing_docs)]
#[proc_macro_attribute]
pub fn fused(arguments: TokenStream, item: TokenStream) -> TokenStream {
    guarded(|| expand_fused(arguments.into(), item.into()))
}

// The façade documents it.
#[allow(missing_docs)]
#[proc_macro_derive(Element, attributes(element))]
pub fn element_over_processes(item: TokenStream) -> TokenStream {
    guarded(|| element::derive(item.into()))
}

/// Expands `#[fused]` for editors.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn fused_sketch(arguments: TokenStream, item: TokenStream) -> TokenStream {
    guarded(|| sketch_fused(arguments.into(), item.into()))
}

/// A mistake of ours is reported as such, not as a panic of the compiler's.
fn guarded(expand: impl FnOnce() -> proc_macro2::TokenStream) -> TokenStream {
    match catch_unwind(AssertUnwindSafe(expand)) {
        Ok(tokens) => tokens.into(),
        Err(panic) => {
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("");
            broken(message).into()
        }
    }
}
