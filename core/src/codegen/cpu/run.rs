//! The run of a loop: how it is cut into blocks, and what enters it from the left.

use super::context::{Cpu, state};
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{Loop, Step};
use crate::schedule::{Cut, Grain};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Cpu<'_> {
    /// The run of a loop.
    pub(super) fn start(&self, nested: &Loop, cut: Cut) -> TokenStream {
        let rt = &self.rt;
        let run = inner("run");
        let extent = self.extent(&nested.extent);
        let cost = nested.cost;
        let Cut::Blocks {
            parallel,
            grain,
            ordered,
        } = cut
        else {
            return quote!(let #run = #rt::Run::whole(#extent););
        };
        let ordered = ordered.then(|| quote!(.ordered()));
        let kind = match parallel {
            true => quote!(parallel),
            false => quote!(sequential),
        };
        let started = match nested.rows() {
            None => quote!(#rt::Run::#kind(#extent, #cost)),
            Some(rows) => {
                let rows = self.extent(&rows);
                let kind = format_ident!("{}_nested", kind.to_string());
                quote!(#rt::Run::#kind(#extent, #rows, #cost))
            }
        };
        let grain = match grain {
            Grain::Positions(grain) => Some(quote!(.grain(#grain))),
            Grain::Time => Some(quote!(.unbounded())),
            Grain::Cost => None,
        };
        match parallel {
            false => quote!(let #run = #started #grain #ordered;),
            true => {
                let pace = inner("PACE");
                quote! {
                    let #run = {
                        static #pace: #rt::Pace = #rt::Pace::new();
                        #started #grain .paced(&#pace) #ordered
                    };
                }
            }
        }
    }

    /// The starts of the folds and scans of a strict loop.
    pub(super) fn seeds(&self, nested: &Loop) -> TokenStream {
        let mut seeds = TokenStream::new();
        for fold in &nested.folds {
            let name = state("seed", fold.id, &fold.name);
            let seed = &fold.seed.expr;
            seeds.extend(quote!(let #name = #seed;));
        }
        nested.body.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Scan(scan) = step {
                    let name = state("prefix", scan.id, &scan.name);
                    let seed = &scan.seed.expr;
                    seeds.extend(quote!(let #name = #seed;));
                }
            }
        });
        seeds
    }
}
