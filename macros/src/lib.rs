//! The procedural macros of fusus. Use the crate `fusus`, whose `cnf!` hands
//! its own path to the one here.

#![forbid(unsafe_code)]

use fusus_core as core_;
use proc_macro::{TokenStream, TokenTree};

/// `cnf!` behind the façade: the first token tree is a group that holds the
/// path of the crate `fusus`, the rest is the program.
#[proc_macro]
pub fn cnf(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    let krate = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => "::fusus".parse().expect("a path"),
    };
    core_::expand(tokens.collect::<TokenStream>().into(), &krate.into()).into()
}
