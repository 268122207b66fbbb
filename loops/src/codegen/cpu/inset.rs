//! Writes of some elements along each axis of an array of the caller's.

use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::{concat, inner};
use crate::nest::{ArrayId, Extent, Inset, Loop, Storage, Write};
use crate::ordered::ToList;
use proc_macro2::TokenStream;
use quote::quote;

impl Cpu<'_> {
    /// The sizes of the axes, the first coordinates and their numbers.
    pub(super) fn inset_axes(&self, inset: &Inset) -> TokenStream {
        let list = |extents: &[Extent]| {
            let extents = extents.iter().map(|extent| self.extent(extent)).list();
            quote!([#(#extents),*])
        };
        let (sizes, begins) = (list(&inset.sizes), list(&inset.begins));
        let counts = list(&inset.counts);
        quote!(#sizes, #begins, #counts)
    }

    /// The statements that name the coordinates that a loop writes: before it borrows the arrays, whose
    /// lengths they may follow from.
    pub(super) fn insets(&self, nested: &Loop) -> TokenStream {
        concat(nested.writes.iter().filter_map(|write| {
            let inset = self.nest.arrays[write.array].inset.as_ref()?;
            let is_needed = self.is_spread || inset.sizes.len() > 1;
            let (rt, axes) = (&self.rt, self.inset_axes(inset));
            let name = self.names.inset(write.array);
            is_needed.then(|| quote!(let #name = #rt::Inset::of(#axes);))
        }))
    }

    /// The sink of an array that is written there.
    pub(super) fn within(&self, home: ArrayId, array: ArrayId) -> TokenStream {
        let (rt, slice) = (&self.rt, self.slice_mut(home));
        let inset = self.nest.arrays[array].inset.as_ref();
        let inset = inset.expect("fusion says which part is written");
        let (name, part) = (self.names.inset(array), inner("part"));
        match (&inset.begins[..], self.is_spread) {
            ([begin], false) => {
                let begin = self.extent(begin);
                quote!(#rt::InPlace::part(#slice, #begin))
            }
            ([_], true) => quote!(#rt::InPlace::part(#slice, #part.place_in(&#name))),
            (_, false) => quote!(#rt::Within::new(#slice, #name)),
            (_, true) => {
                let (first, begin) = (quote!(#part.offset()), quote!(#part.first_in(&#name)));
                quote!(#rt::Within::new(#slice, #name).behind(#first, #begin))
            }
        }
    }

    /// The statement that moves the elements of an array that a loop writes to the processes of their
    /// positions.
    pub(super) fn settle(&self, home: ArrayId, write: &Write) -> TokenStream {
        let part = inner("part");
        let Storage::Input(host, true) = &self.nest.arrays[home].storage else {
            unreachable!("only mutable inputs are written in place");
        };
        match &self.nest.arrays[write.array].inset {
            Some(_) => {
                let inset = self.names.inset(write.array);
                quote!(#part.settle_in(#host.__array_mut(), &#inset);)
            }
            None => quote!(#part.settle(#host.__array_mut());),
        }
    }
}
