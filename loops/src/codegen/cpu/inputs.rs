//! The slices of the inputs of a program, and the types of the starts of folds and scans.

use super::context::Cpu;
use crate::codegen::names::{concat, hidden, placed};
use crate::nest::{ArrayId, InputPart, NestArray, Pattern, Start, Storage};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Cpu<'_> {
    /// The slices of the inputs. Those of axes come first: they borrow nothing.
    pub(super) fn inputs(&self) -> TokenStream {
        if self.is_spread {
            return self.spread_inputs();
        }
        let arrays = self.nest.arrays.iter();
        let is_axis = |array: &NestArray| matches!(array.part, InputPart::Axis(_));
        let (axes, others): (Vec<_>, Vec<_>) = arrays.partition(|(_, array)| is_axis(array));
        let all = axes.into_iter().chain(others);
        concat(all.filter_map(|(id, array)| self.input(id, array)))
    }

    /// The slice of an input.
    fn input(&self, id: ArrayId, array: &NestArray) -> Option<TokenStream> {
        let rt = &self.rt;
        let slice = self.names.slice(id);
        // At its place, where rustc says that it is no array, or was moved.
        let place = array.name.span();
        let of = hidden("of", place);
        let borrow = placed(quote!(&), place);
        match (&array.storage, array.part) {
            // One that nothing uses is left to rustc, which warns of it.
            (Storage::Input(..), _) if !array.used => None,
            (Storage::Input(host, _), InputPart::Axis(axis)) => {
                let method = placed(quote!(axis), place);
                Some(quote!(let #slice = #rt::Inputs.#method(#borrow #host, #axis);))
            }
            (Storage::Input(host, false), part) => {
                let method = placed(quote!(slice), place);
                let starts = array.starts.iter();
                let starts = starts.map(|start| self.started(&slice, start));
                // The value of a host expression lives as long as the program: `let x = &…` keeps
                // temporaries.
                let packed = (part == InputPart::Strided).then(|| {
                    let (packed, method) = (self.names.packed(id), placed(quote!(packed), place));
                    quote! {
                        let #packed = #rt::Inputs.#method(#of);
                        let #of = #packed.elements();
                    }
                });
                Some(quote! {
                    let #of = #borrow #host;
                    #packed
                    let #slice = #rt::Inputs.#method(#of);
                    #(#starts)*
                })
            }
            (Storage::Input(host, true), InputPart::Strided) => {
                let packed = self.names.packed(id);
                let method = placed(quote!(__packed_mut), place);
                Some(quote! {
                    #[allow(unused_mut)]
                    let mut #packed = { use #rt::StridedMut as _; #host.#method() };
                })
            }
            _ => None,
        }
    }

    /// The slice of a mutable input, as an expression.
    pub(super) fn callers(&self, id: ArrayId, host: &Expr) -> TokenStream {
        let rt = &self.rt;
        match self.nest.arrays[id].part {
            InputPart::Strided => {
                let packed = self.names.packed(id);
                quote!(#packed.elements())
            }
            InputPart::Elements | InputPart::Axis(_) => quote!(#rt::Slice::slice(&#host)),
        }
    }

    /// The slice of a mutable input, to be changed.
    pub(super) fn callers_mut(&self, id: ArrayId, host: &Expr) -> TokenStream {
        let rt = &self.rt;
        if self.is_spread {
            return quote!(#host.local_mut());
        }
        match self.nest.arrays[id].part {
            InputPart::Strided => {
                let packed = self.names.packed(id);
                quote!(#packed.elements_mut())
            }
            // A method borrows a reference again.
            InputPart::Elements | InputPart::Axis(_) => {
                quote!({ use #rt::SliceMut as _; #host.__slice_mut() })
            }
        }
    }

    /// The slice of an input, of which rustc knows that a fold or scan of it may start so.
    fn started(&self, slice: &Ident, start: &Start) -> TokenStream {
        let (place, value) = self.start_of(start);
        let (start, mut slice_) = (hidden("start", place), slice.clone());
        slice_.set_span(mixed(place));
        let compared = self.compared(place, &quote!((#slice_, #start)));
        quote! {
            let #start = #value;
            let #slice = #compared;
        }
    }

    /// The elements of an array, of which rustc knows that folds and scans of it may start so.
    /// Nothing runs.
    pub(super) fn started_elements(&self, into: &Pattern<ArrayId>) -> TokenStream {
        let rt = &self.rt;
        let names = into.names().into_iter();
        let starts = names.flat_map(|array| {
            let starts = self.nest.arrays[array].starts.iter();
            starts.map(move |start| (self.names.element(array), start))
        });
        let compared = starts.map(|(element, start)| {
            let (place, value) = self.start_of(start);
            let mut element_ = element.clone();
            element_.set_span(mixed(place));
            let compared = self.compared(place, &quote!((#rt::Single(#element_), #value)));
            let both = hidden("both", place);
            let settled = settled(rt, &quote!(#both));
            quote! {
                let #element = if false {
                    let #both = #compared;
                    #settled
                    #both
                } else {
                    #element
                };
            }
        });
        concat(compared)
    }

    /// The type of a start, as a value of the runtime's, and the place of the start.
    fn start_of(&self, start: &Start) -> (Span, TokenStream) {
        let rt = &self.rt;
        match start {
            Start::Declared(ty) => (ty.span(), quote!(#rt::Start::<#ty>::declared())),
            Start::Value(value) => (value.span(), quote!(#rt::Start::of(|| #value))),
        }
    }

    /// The call by which rustc compares two types, and reports at that place that they differ.
    fn compared(&self, place: Span, both: &TokenStream) -> TokenStream {
        let (rt, started) = (&self.rt, Ident::new("started", mixed(place)));
        let call = quote_spanned!(mixed(place)=> .#started(#both));
        quote!(#rt::Reduction #call)
    }
}

/// Has rustc find out the type of an element, or give up. Nothing runs.
pub(super) fn settled(rt: &TokenStream, element: &TokenStream) -> TokenStream {
    quote! {
        if false {
            use #rt::Settled as _;
            #element.__settled();
        }
    }
}

fn mixed(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}
