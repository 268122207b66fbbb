//! Elements that come to a process before its part of a loop, or while it is done: those of all reads,
//! in one exchange.

use crate::codegen::names::{concat, inner};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Elements that come to a process for a loop.
pub(super) struct Awaited {
    /// The variable of the runtime's value.
    pub(super) name: Ident,
    /// The call that begins.
    pub(super) begun: TokenStream,
    /// The statement that takes the elements out of the value.
    pub(super) taken: TokenStream,
}

/// The statements that find what a process awaits.
pub(super) fn begun(all: &[Awaited]) -> TokenStream {
    concat(all.iter().map(|awaited| {
        let Awaited { name, begun, .. } = awaited;
        quote!(let #name = #begun;)
    }))
}

/// The statements that take the elements.
pub(super) fn taken(all: &[Awaited]) -> TokenStream {
    concat(all.iter().map(|awaited| awaited.taken.clone()))
}

/// The statements that bring elements in one exchange, before a loop.
pub(super) fn before(all: &[Awaited]) -> TokenStream {
    if all.is_empty() {
        return TokenStream::new();
    }
    let (part, names) = (inner("part"), all.iter().map(|awaited| &awaited.name));
    quote!(#part.exchange(&[#(&#names),*]);)
}

/// The run of a loop, or of a pass ahead of it, whose blocks are done in the two rounds.
pub(super) fn in_rounds(run: &Ident) -> TokenStream {
    let rounds = inner("rounds");
    quote!(#run.in_rounds(#rounds))
}

/// A job that is done when the elements have come.
pub(super) fn behind(job: &TokenStream) -> TokenStream {
    let rounds = inner("rounds");
    quote!({ (#rounds.wait)(); #job })
}

/// A loop that is done while elements come in one exchange; `run` of the rounds is the loop.
pub(super) fn during(all: &[Awaited], run: TokenStream) -> TokenStream {
    let (part, rounds) = (inner("part"), inner("rounds"));
    let names = all.iter().map(|awaited| &awaited.name);
    quote!(#part.during(&[#(&#names),*], |#rounds| #run))
}
