//! The loop that counts what another one packs, before it.

use super::body::Body;
use super::layout::Layout;
use super::nested::{gains_from_wide, state};
use super::{Cpu, inner, list};
use crate::codegen::Target;
use crate::codegen::host::HostCode;
use crate::codegen::names::at;
use crate::nest::{ArrayId, Loop};
use crate::schedule::counted::{self, Counted};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Cpu<'_> {
    /// The loop that counts first what a loop packs, if one does.
    pub(super) fn counted(&self, nested: &Loop) -> Option<Counted> {
        // In strict order there is one block, for one thread.
        counted::of(nested).filter(|_| !self.target.strict)
    }

    /// Binds the counts, which the runtime asks for where rooms of upper bounds would cost more.
    pub(super) fn counts(&self, counted: &Counted) -> TokenStream {
        let (rt, run, parts) = (&self.rt, inner("run"), inner("parts"));
        let nested = &counted.nested;
        let start = self.start(nested, false);
        // From left to right: of plain counts LLVM makes vectors, of lanes of counts it does not.
        let target = Target {
            strict: true,
            ..self.target.clone()
        };
        let in_order = Cpu::of(self.nest, &target);
        let seeds = in_order.seeds(nested);
        let layout = Layout::of(&in_order, nested, &[]);
        let here = at(Body::new(&in_order).place(&nested.body));
        let body = in_order.block(&layout, false, here);
        let gain = gains_from_wide(nested, false).filter(|_| self.target.wide);
        let blocks = match gain {
            Some(gain) => quote!(blocks_wide(#rt::Gain::#gain, (), #body, #body)),
            None => quote!(blocks((), #body)),
        };
        let totals: Vec<Ident> = (0..counted.arrays.len()).map(count).collect();
        let of_blocks = nested.folds.iter();
        let of_blocks = of_blocks.map(|fold| state("part", fold.id, &fold.name));
        let of_blocks: Vec<Ident> = of_blocks.collect();
        let pattern = list(of_blocks.iter().map(|part| quote!(#part)));
        let source = match nested.body.reads.first() {
            Some(array) => {
                let slice = self.slice(*array);
                quote!(::core::mem::size_of_val(#slice))
            }
            None => {
                let extent = self.extent(&nested.extent);
                quote!((#extent).saturating_mul(8))
            }
        };
        let counts = self.attempt(&quote! {
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
        });
        let unknown = totals.iter().map(|_| quote!(#rt::None));
        // As bodies for wide instructions: for fast builds only.
        quote! {
            #[cfg(debug_assertions)]
            let [#(#totals),*] = [#(#unknown),*];
            #[cfg(not(debug_assertions))]
            let [#(#totals),*] = #counts;
        }
    }

    /// What follows the sink of an array that is counted first.
    pub(super) fn room(counted: Option<&Counted>, array: ArrayId) -> TokenStream {
        let number = counted.and_then(|counted| counted.number(array));
        match number.map(count) {
            Some(count) => quote!(.counted(#count)),
            None => TokenStream::new(),
        }
    }
}

/// The variable of a count.
fn count(number: usize) -> Ident {
    inner(&format_ident!("count{number}").to_string())
}
