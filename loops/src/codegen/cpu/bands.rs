//! Bands: a closure that has the loops of a band, and the call of the runtime that does it.
//!
//! Inside, the variables of arrays hold the rows of the band in the place of all, under the same
//! names, and those of the number of rows hold that of the band.

use super::context::{Cpu, list};
use super::nested::parts_of_band;
use crate::codegen::host::HostCode;
use crate::codegen::names::{Names, concat, inner};
use crate::nest::{ArrayId, Loop, Stage, Storage};
use crate::ordered::ToList;
use crate::schedule::Band;
use crate::schedule::bands::{Halo, Held, less, shape};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Cpu<'_> {
    /// The loops of a band.
    pub(super) fn band(&self, band: &Band) -> TokenStream {
        let rt = &self.rt;
        let folds = |stage: &Stage| match stage {
            Stage::Loop(nested) => self.catches(nested),
            _ => false,
        };
        let within = Cpu {
            nest: &band.nest,
            options: self.options,
            names: Names::of(&band.nest),
            schedule: &band.schedule,
            rt: rt.clone(),
            is_fast: self.is_fast,
            is_spread: self.is_spread,
            in_closure: true,
            in_band: true,
            is_caught: band.nest.stages.iter().any(folds),
        };
        let loops = within.stages();
        let here = inner("rows");
        let with = |halo: usize| quote!(#here.and(#halo));
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
            let (slice, width) = (self.slice(part.array), self.row_width(&part.row));
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
            let (slice, width) = (self.slice_mut(part.array), self.row_width(&part.row));
            quote!(#rt::RowsMut::of(#slice, #width))
        }));
        let taken_rows = band.provided.iter().zip(&taken).map(|(part, taken)| {
            let name = self.callers_name(part.array);
            quote!(let #name = #taken;)
        });
        let written = list(taken.iter().map(|taken| quote!(#taken)));
        let old: Vec<Ident> = (0..band.held.len())
            .map(|number| inner(&format!("old{number}")))
            .list();
        let shapes = concat(band.held.iter().map(|held| self.shape_held(held)));
        let held = list(band.held.iter().map(|held| self.rows_held(held)));
        let old_rows = band
            .held
            .iter()
            .zip(&old)
            .filter(|(held, _)| held.old.is_some());
        let old_rows = old_rows.map(|(held, old)| {
            let name = self.callers_name(held.home);
            quote!(let #name = #old.elements();)
        });
        let names = list(band.results.iter().map(|part| {
            let name = self.nest.arrays[part.array].name.to_string();
            let (width, more) = (self.row_width(&part.row), part.halo.more);
            quote!((#name, #width, #more))
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
        let width = parts.map(|part| self.row_width(&part.row));
        let width = width.chain(band.held.iter().map(|held| self.row_width(held.row())));
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
        let tiles = band.tiles();
        let tiled = tiles.iter().map(|axes| {
            let rows = self.row_width(axes);
            quote!(.in_tiles(#rows))
        });
        let halo = Some(band.most_more()).filter(|more| *more > 0);
        let halo = halo.map(|more| quote!(.with_halo(#more)));
        let loops = quote! {
            #(#rows_of)*
            #(#taken_rows)*
            #(#old_rows)*
            #(#numbers)*
            #(#sizes)*
            #loops
        };
        let with_totals: Vec<&Loop> = self.loops_with_totals(band);
        let blocks = with_totals.iter().map(|nested| {
            let (width, cost) = (self.row_width(&shape(nested).1), nested.cost);
            quote!(.with_totals(#width, #cost))
        });
        let has_more = band.results.iter().any(|part| part.halo.more > 0);
        let less = has_more.then(|| {
            let (all, less) = less(&band.rows);
            let all = self.extent(all);
            quote!(.less_than(#all, #less))
        });
        let bands = quote!(#bands #(#tiled)* #halo #(#blocks)* #less);
        let totals = list(with_totals.iter().map(|nested| {
            let parts = parts_of_band(nested);
            quote!(#parts)
        }));
        let made = match band.held.is_empty() {
            true => quote! {
                #bands.run(#sources, #provided, #names, |#here, #parameters, #written| {
                    #loops
                    #rt::Ok((#vectors, #totals))
                })
            },
            false => {
                let (old, rows) = (list(old.iter().map(|old| quote!(#old))), inner("old"));
                let kept = list(band.held.iter().map(|held| {
                    let vector = self.names.vector(held.made);
                    quote!(#vector)
                }));
                quote! {
                    #bands.run_holding(
                        #sources,
                        #provided,
                        #held,
                        #names,
                        |#here, #parameters, #written, #rows| {
                            let #old = #rows;
                            #loops
                            #rt::Ok((#vectors, #totals, #kept))
                        },
                    )
                }
            }
        };
        let made = match within.is_caught {
            true => self.caught_outcome(&made),
            false => made,
        };
        let made = self.attempt(&made);
        // The loops inside have blocks as if they went over all rows.
        let all_rows = (!with_totals.is_empty()).then(|| {
            let all_rows = inner("all_rows");
            quote!(let #all_rows = #rows;)
        });
        let combined = with_totals
            .iter()
            .map(|nested| self.totals_of_bands(nested));
        quote!(#shapes #all_rows let (#vectors, #totals) = #made; #(#combined)*)
    }

    /// The loops of a band that have totals.
    fn loops_with_totals(&self, band: &Band) -> Vec<&Loop> {
        let loops = self.nest.loops();
        let loops = loops.filter(|nested| band.totals.contains(&nested.number));
        loops.list()
    }

    /// Returns true if threads share the loops.
    fn is_shared(&self, band: &Band) -> bool {
        band.loops
            .iter()
            .all(|number| self.schedule.loops[number].is_shared())
    }

    /// The statement that names the shape of an array of the caller's that bands hold rows of: before
    /// they borrow the arrays, whose lengths it may follow from.
    fn shape_held(&self, held: &Held) -> TokenStream {
        let (name, axes) = (self.names.inset(held.array), self.inset_axes(&held.inset));
        quote!(let #name = (#axes);)
    }

    /// The rows of such an array.
    fn rows_held(&self, held: &Held) -> TokenStream {
        let (rt, name) = (&self.rt, self.names.inset(held.array));
        let slice = self.slice_mut(held.home);
        let around = held
            .old
            .map(|Halo { first, more }| quote!(.around(#first, #more)));
        quote!(#rt::RowsHeld::of(#slice, #name.0, #name.1, #name.2) #around)
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
