//! The loop that counts the elements that another one compacts, before it.

use super::block::policy;
use super::call::place;
use super::context::{Cpu, list, state};
use crate::codegen::host::HostCode;
use crate::codegen::names::{at, inner};
use crate::nest::ArrayId;
use crate::ordered::ToList;
use crate::schedule::counting::{Bytes, Counting};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

impl Cpu<'_> {
    /// Binds the counts, which the runtime asks for where buffers of upper bounds would cost more.
    pub(super) fn counts(&self, counting: &Counting) -> TokenStream {
        let (rt, run, parts) = (&self.rt, inner("run"), inner("parts"));
        let Counting {
            nested, schedule, ..
        } = counting;
        let inside = self.inside(self.catches(nested));
        let start = inside.start(nested, schedule.cut);
        let seeds = inside.seeds(nested);
        let here = at(place(&nested.body));
        let body = inside.block(nested, schedule, false, here);
        let simd = schedule.sub_loops[0].simd.filter(|_| self.options.wide);
        let blocks = match simd.map(policy) {
            Some(Some(policy)) => quote!(blocks_simd(#rt::simd::#policy, (), #body, #body)),
            Some(None) => quote!(blocks_widest((), #body, #body, #body)),
            None => quote!(blocks((), #body)),
        };
        let totals: Vec<Ident> = (0..counting.arrays.len()).map(count).list();
        let of_blocks = nested.folds.iter();
        let of_blocks = of_blocks.map(|fold| state("part", fold.id, &fold.name));
        let of_blocks: Vec<Ident> = of_blocks.list();
        let pattern = list(of_blocks.iter().map(|part| quote!(#part)));
        let source = match counting.read {
            Bytes::Of(array) => {
                let slice = self.slice(array);
                quote!(::core::mem::size_of_val(#slice))
            }
            Bytes::Each(bytes) => {
                let (extent, bytes) = (
                    self.extent(&nested.extent),
                    Literal::usize_unsuffixed(bytes),
                );
                quote!((#extent).saturating_mul(#bytes))
            }
        };
        let counts = self.attempt(&self.caught(
            nested,
            quote! {
                #rt::Run::counted(#source, || {
                    #start
                    #seeds
                    let ((), #parts) = #run.#blocks?;
                    #(let mut #totals = 0usize;)*
                    for #pattern in #parts {
                        #(#totals += #of_blocks;)*
                    }
                    #rt::Ok([#(#totals),*])
                })
            },
        ));
        let unknown = totals.iter().map(|_| quote!(#rt::None));
        // As bodies for wide instructions: for fast builds only.
        quote! {
            #[cfg(debug_assertions)]
            let [#(#totals),*] = [#(#unknown),*];
            #[cfg(not(debug_assertions))]
            let [#(#totals),*] = #counts;
        }
    }
}

/// The call behind the column of an array that is counted first.
pub(super) fn capacity(counting: Option<&Counting>, array: ArrayId) -> TokenStream {
    let number = counting.and_then(|counting| counting.number(array));
    match number.map(count) {
        Some(count) => quote!(.counted(#count)),
        None => TokenStream::new(),
    }
}

/// The variable of a count.
fn count(number: usize) -> Ident {
    inner(&format_ident!("count{number}").to_string())
}
