//! Elements that come to a process before its part of a loop: those of all reads, in one exchange.

use crate::codegen::names::inner;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Elements that come to a process before a loop.
pub(super) struct Awaited {
    /// The variable of the runtime's value.
    pub(super) name: Ident,
    /// The call that begins.
    pub(super) begun: TokenStream,
    /// The statement that takes the elements out of the value.
    pub(super) taken: TokenStream,
}

/// The statements that bring elements in one exchange.
pub(super) fn awaited(all: impl Iterator<Item = Awaited>) -> TokenStream {
    let all: Vec<Awaited> = all.collect();
    if all.is_empty() {
        return TokenStream::new();
    }
    let part = inner("part");
    let names = all.iter().map(|awaited| &awaited.name);
    let begun = all.iter().map(|awaited| {
        let Awaited { name, begun, .. } = awaited;
        quote!(let mut #name = #begun;)
    });
    let taken = all.iter().map(|awaited| &awaited.taken);
    quote! {
        #(#begun)*
        #part.exchange(&mut [#(&mut #names),*]);
        #(#taken)*
    }
}
