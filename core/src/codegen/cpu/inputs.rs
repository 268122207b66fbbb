//! The slices of the inputs of a program.

use super::context::Cpu;
use crate::codegen::names::{hidden, placed};
use crate::nest::{Start, Storage};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

impl Cpu<'_> {
    /// The slices of the inputs.
    pub(super) fn inputs(&self) -> TokenStream {
        let rt = &self.rt;
        self.nest
            .arrays
            .iter()
            .filter_map(|(id, array)| match &array.storage {
                // One that nothing uses is left to rustc, which warns of it.
                Storage::Input(host, false) if array.used => {
                    let slice = self.names.slice(id);
                    // At its place, where rustc says that it is no array, or
                    // was moved.
                    let place = array.name.span();
                    let of = hidden("of", place);
                    let borrow = placed(quote!(&), place);
                    let method = placed(quote!(slice), place);
                    let starts = array.starts.iter();
                    let starts = starts.map(|start| self.started(&slice, start));
                    // What a host expression yields lives as long as the
                    // program: `let x = &…` keeps temporaries.
                    Some(quote! {
                        let #of = #borrow #host;
                        let #slice = #rt::Inputs.#method(#of);
                        #(#starts)*
                    })
                }
                _ => None,
            })
            .collect()
    }

    /// The slice of an input, of which rustc knows that a fold or scan of it may start so.
    fn started(&self, slice: &Ident, start: &Start) -> TokenStream {
        let rt = &self.rt;
        let mixed = |place| Span::mixed_site().located_at(place);
        let (place, start) = match start {
            Start::Declared(ty) => (ty.span(), quote!(#rt::Start::<#ty>::declared())),
            Start::Value(value) => (value.span(), quote!(#rt::Start::of(|| #value))),
        };
        let mut slice_ = slice.clone();
        slice_.set_span(mixed(place));
        let (start_, started) = (hidden("start", place), Ident::new("started", mixed(place)));
        let call = quote_spanned!(mixed(place)=> .#started((#slice_, #start_)));
        quote! {
            let #start_ = #start;
            let #slice = #rt::Reduction #call;
        }
    }
}
