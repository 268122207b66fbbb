//! Bands: a closure that has the loops of a band, and the call of the runtime that does it.
//!
//! Inside, the variables of arrays hold the rows of the band in the place of all, under the same
//! names, and those of the number of rows hold that of the band.

use super::context::{Cpu, list};
use crate::codegen::host::HostCode;
use crate::codegen::names::{Names, inner};
use crate::nest::{ArrayId, Storage};
use crate::ordered::ToList;
use crate::schedule::Band;
use crate::schedule::bands::{Halo, Part};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Cpu<'_> {
    /// The loops of a band.
    pub(super) fn band(&self, band: &Band) -> TokenStream {
        let rt = &self.rt;
        let within = Cpu {
            nest: &band.nest,
            options: self.options,
            names: Names::of(&band.nest),
            schedule: &band.schedule,
            rt: rt.clone(),
            is_fast: self.is_fast,
            is_spread: self.is_spread,
            in_band: true,
        };
        let loops = within.stages();
        let here = inner("rows");
        let with = |halo: usize| match halo {
            0 => quote!(#here),
            more => quote!(#here + #more),
        };
        let numbers = band.here.iter().map(|(scalar, more)| {
            let (name, rows) = (&band.nest.scalars[*scalar].name, with(*more));
            quote!(let #name = #rows;)
        });
        let sizes = band.sizes.iter().map(|(size, halo)| {
            let (name, rows) = (&self.nest.scalars[*size].name, with(halo.more));
            quote!(let #name = #rows;)
        });
        let given: Vec<Ident> = (0..band.sources.len())
            .map(|number| inner(&format!("given{number}")))
            .list();
        let sources = list(band.sources.iter().map(|part| {
            let (slice, width) = (self.slice(part.array), self.row_width(part));
            let around = (part.halo != Halo::default()).then(|| {
                let Halo { first, more } = part.halo;
                quote!(.around(#first, #more))
            });
            quote!(#rt::RowsOf::of(#slice, #width) #around)
        }));
        let taken: Vec<Ident> = (0..band.provided.len())
            .map(|number| inner(&format!("taken{number}")))
            .list();
        let provided = list(band.provided.iter().map(|part| {
            let (slice, width) = (self.slice_mut(part.array), self.row_width(part));
            quote!(#rt::RowsMut::of(#slice, #width))
        }));
        let taken_rows = band.provided.iter().zip(&taken).map(|(part, taken)| {
            let name = self.callers_name(part.array);
            quote!(let #name = #taken;)
        });
        let written = list(taken.iter().map(|taken| quote!(#taken)));
        let names = list(band.results.iter().map(|part| {
            let name = self.nest.arrays[part.array].name.to_string();
            let width = self.row_width(part);
            quote!((#name, #width))
        }));
        let rows_of = band.sources.iter().zip(&given).map(|(part, given)| {
            let name = self.held(part.array);
            quote!(let #name = #given.elements;)
        });
        let parameters = list(given.iter().map(|given| quote!(#given)));
        let vectors = list(band.results.iter().map(|part| {
            let vector = self.names.vector(part.array);
            quote!(#vector)
        }));
        let parts = band.sources.iter().chain(&band.results);
        let parts = parts.chain(&band.provided).chain(&band.kept);
        let width = parts.map(|part| self.row_width(part));
        let width = width.reduce(|sum, width| quote!(#sum.saturating_add(#width)));
        let (rows, cost) = (self.extent(&band.rows), band.cost);
        let bands = match self.is_shared(band) {
            true => {
                let pace = inner("PACE");
                quote!({
                    static #pace: #rt::Pace = #rt::Pace::new();
                    #rt::Bands::parallel(#rows, #width, #cost, &#pace)
                })
            }
            false => quote!(#rt::Bands::sequential(#rows, #width, #cost)),
        };
        let tiled = band.has_tiles().then(|| quote!(.in_tiles()));
        let halo = Some(band.most_more()).filter(|more| *more > 0);
        let halo = halo.map(|more| quote!(.with_halo(#more)));
        let made = self.attempt(&quote! {
            #bands #tiled #halo.run(#sources, #provided, #names, |#here, #parameters, #written| {
                #(#rows_of)*
                #(#taken_rows)*
                #(#numbers)*
                #(#sizes)*
                #loops
                #rt::Ok(#vectors)
            })
        });
        quote!(let #vectors = #made;)
    }

    /// Returns true if threads share the loops.
    fn is_shared(&self, band: &Band) -> bool {
        band.loops
            .iter()
            .all(|number| self.schedule.loops[number].is_shared())
    }

    /// The number of elements of a row.
    fn row_width(&self, part: &Part) -> TokenStream {
        let axes = part.row.iter().map(|axis| self.extent(axis));
        let width = axes.reduce(|width, axis| quote!(#width.saturating_mul(#axis)));
        width.unwrap_or_else(|| quote!(1usize))
    }

    /// The variable of the caller's that an array is.
    fn callers_name(&self, array: ArrayId) -> TokenStream {
        match &self.nest.arrays[array].storage {
            Storage::Input(host, true) => quote!(#host),
            _ => unreachable!("only mutable inputs are written in place"),
        }
    }

    /// The variable that holds an array.
    fn held(&self, array: ArrayId) -> Ident {
        match self.nest.arrays[array].storage {
            Storage::Input(..) => self.names.slice(array),
            _ => self.names.vector(array),
        }
    }
}
