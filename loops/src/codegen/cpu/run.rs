//! The run of a loop: how it is cut into blocks, and the prefixes that enter it from the left.

use super::context::{Cpu, state, types};
use super::totals::terms_of_tiles;
use crate::codegen::host::HostCode;
use crate::codegen::names::{concat, inner};
use crate::nest::{ArrayId, Extent, Fold, FoldTarget, Loop, Scan, Step, declared};
use crate::ordered::ToList;
use crate::schedule::bands::shape;
use crate::schedule::{Cut, Grain, Terms};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

impl Cpu<'_> {
    /// The lengths of mutable inputs that bodies ask for, where sinks may hold the inputs, and
    /// the run of a loop.
    pub(super) fn start(&self, nested: &Loop, cut: Cut) -> TokenStream {
        let lengths = self.callers_measured(nested).into_iter().map(|array| {
            let (name, len) = (self.names.len(array), self.len(array));
            quote!(let #name = #len;)
        });
        let run = self.run(nested, cut);
        quote!(#(#lengths)* #run)
    }

    /// The mutable inputs whose lengths are sizes of axes in the bodies of a loop.
    fn callers_measured(&self, nested: &Loop) -> Vec<ArrayId> {
        let mut extents: Vec<&Extent> = nested.axes.iter().list();
        nested.body.visit(&mut |region| {
            for read in region.reads.iter().filter(|read| read.is_by_digits()) {
                extents.extend(&self.nest.arrays[read.array].axes);
            }
        });
        let mut found = Vec::new();
        while let Some(extent) = extents.pop() {
            match extent {
                Extent::Product(axes) => extents.extend(axes),
                Extent::Section { of, .. } => extents.push(of),
                Extent::Array(array) if self.is_callers(*array) && !found.contains(array) => {
                    found.push(*array);
                }
                _ => {}
            }
        }
        found
    }

    fn run(&self, nested: &Loop, cut: Cut) -> TokenStream {
        let rt = &self.rt;
        let run = inner("run");
        let extent = self.extent(&nested.extent);
        let cost = nested.cost;
        let Cut::Blocks {
            parallel,
            grain,
            ordered,
            rows,
        } = cut
        else {
            let part = self.is_spread.then(|| self.part(nested));
            return quote!(let #run = #rt::Run::whole(#extent); #part);
        };
        let ordered = ordered.then(|| quote!(.ordered()));
        let (ordered, part) = match self.is_spread {
            true => {
                let part = self.part(nested);
                // Aggregates are found ahead of the loop in the same blocks.
                let ordered = ordered.map(|ordered| {
                    let blocks = inner("blocks");
                    quote!(let #blocks = #run; let #run = #run #ordered;)
                });
                (None, Some(quote!(#part #ordered)))
            }
            false => (ordered, None),
        };
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
            Grain::Terms => {
                let operations = operations(nested);
                Some(quote!(.in_terms(#operations)))
            }
            Grain::Rows => {
                let width = nested.axes.last().map(|width| self.extent(width));
                width.map(|width| quote!(.in_rows(#width)))
            }
            Grain::WholeRows => {
                let width = nested.axes.last().map(|width| self.extent(width));
                width.map(|width| quote!(.in_whole_rows(#width)))
            }
            Grain::Parts { of_band } => {
                let (rows, row) = shape(nested);
                let width = self.row_width(&row);
                let rows = match of_band {
                    true => inner("all_rows").to_token_stream(),
                    false => self.extent(&rows),
                };
                Some(quote!(.in_parts(#width, #rows)))
            }
            Grain::Down(axis) => {
                let columns = self.columns_below(nested, axis);
                Some(quote!(.down_rows(#columns)))
            }
            Grain::Panels(axis) => {
                let columns = self.columns_below(nested, axis);
                Some(quote!(.in_panels(#columns)))
            }
            Grain::Tiles => {
                let width = nested.axes.last().map(|width| self.extent(width));
                let terms = terms_of_tiles(nested);
                let operations = operations(nested);
                width.map(|width| quote!(.in_tiles(#width, #terms, #operations)))
            }
            Grain::Long => Some(quote!(.in_long_blocks())),
            Grain::Usual => Some(quote!(.in_usual_blocks())),
            Grain::Cost => None,
        };
        let rows = rows.map(|rows| quote!(.of_rows_by(#rows)));
        match parallel {
            false => quote!(let #run = #started #grain #rows #ordered; #part),
            true => {
                let pace = inner("PACE");
                quote! {
                    let #run = {
                        static #pace: #rt::Pace = #rt::Pace::new();
                        #started #grain #rows .paced(&#pace) #ordered
                    };
                    #part
                }
            }
        }
    }

    /// The number of elements of a row of these axes.
    pub(super) fn row_width(&self, row: &[Extent]) -> TokenStream {
        let axes = row.iter().map(|axis| self.extent(axis));
        let width = axes.reduce(|width, axis| quote!(#width.saturating_mul(#axis)));
        width.unwrap_or_else(|| quote!(1usize))
    }

    /// The number of columns below the axis down which the scans of a loop go.
    fn columns_below(&self, nested: &Loop, axis: usize) -> TokenStream {
        let scans = nested.body.steps().filter_map(|step| match step {
            Step::Scan(scan) if scan.is_over_axes() => Some(scan),
            _ => None,
        });
        let axes = scans.map(|scan| self.axes_of(scan)).next();
        self.columns(axes.unwrap_or(&[]), axis)
    }

    /// The axes of the array that a scan goes through.
    pub(super) fn axes_of(&self, scan: &Scan) -> &[Extent] {
        let array = scan.intake.arrays().into_iter().next();
        array.map_or(&[][..], |array| &self.nest.arrays[array].axes)
    }

    /// The number of columns below one of some axes.
    pub(super) fn columns(&self, axes: &[Extent], axis: usize) -> TokenStream {
        let columns = axes.iter().skip(axis + 1).map(|axis| self.extent(axis));
        let columns = columns.reduce(|columns, axis| quote!(#columns * #axis));
        columns.unwrap_or_else(|| quote!(1))
    }

    /// The start of a fold, of the type that the user wrote for an accumulator or for the total.
    fn seed(&self, fold: &Fold) -> TokenStream {
        let name = state("seed", fold.id, &fold.name);
        let seed = self.own(&fold.seed.expr);
        let Some(step) = fold.intake.step() else {
            return quote!(let #name = #seed;);
        };
        // Of several types that do not fit, rustc reports this one alone.
        let by_worker = declared(&step.expr).or_else(|| declared(&fold.operator.expr));
        let declared = match (by_worker, &fold.into) {
            (Some(ty), _) => Some(quote!(#ty)),
            (None, FoldTarget::Scalars(into)) => {
                types(into, &|scalar| self.nest.scalars[scalar].ty.as_ref())
            }
            (None, FoldTarget::Kept(_)) => None,
        };
        match declared {
            Some(ty) => quote!(let #name: #ty = #seed;),
            None => quote!(let #name = #seed;),
        }
    }

    /// The start of a scan in a variable, of the type that the user wrote for the states of a
    /// recurrence.
    pub(super) fn start_of_states(&self, scan: &Scan, name: &Ident) -> TokenStream {
        let seed = self.own(&scan.seed.expr);
        match scan.intake.step().and_then(|step| declared(&step.expr)) {
            Some(ty) => quote!(let #name: #ty = #seed;),
            None => quote!(let #name = #seed;),
        }
    }

    /// The elements around those of a recurrence over several axes, in the place of its start.
    fn start_of_neighbours(&self, scan: &Scan, name: &Ident) -> TokenStream {
        if !scan.is_over_axes() {
            return TokenStream::new();
        }
        let rt = &self.rt;
        let shape = self.axes_of(scan).iter().map(|axis| self.extent(axis));
        let distances = scan.distances().into_iter().map(|read| {
            let read = read
                .iter()
                .map(|distance| Literal::isize_unsuffixed(*distance));
            quote!([#(#read),*])
        });
        quote!(let #name = #rt::Neighbours::of(#name, [#(#shape),*], [#(#distances),*]);)
    }

    /// The starts of accumulators and the operators that combine them, of which each block has
    /// need.
    pub(super) fn accumulators(&self, nested: &Loop) -> TokenStream {
        let folds = nested.folds.iter();
        let stepped = folds.filter(|fold| fold.intake.step().is_some());
        let all = stepped.map(|fold| {
            let (seed, combine) = (self.seed(fold), self.combining(fold));
            let name = state("combine", fold.id, &fold.name);
            quote!(#seed let #name = #combine;)
        });
        concat(all)
    }

    /// The operator of a fold with accumulators, of which rustc knows the type.
    fn combining(&self, fold: &Fold) -> TokenStream {
        let (rt, operator) = (&self.rt, self.own(&fold.operator.expr));
        let seed = state("seed", fold.id, &fold.name);
        quote!(#rt::combining(&#seed, #operator))
    }

    /// The starts of the folds and scans of a strict loop.
    pub(super) fn seeds(&self, nested: &Loop) -> TokenStream {
        let mut seeds = TokenStream::new();
        for fold in &nested.folds {
            seeds.extend(self.seed(fold));
            if fold.intake.step().is_some() {
                // Nothing is combined, and rustc is to judge it all the same.
                let combine = self.combining(fold);
                seeds.extend(quote!(let _ = #combine;));
            }
        }
        nested.body.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Scan(scan) = step {
                    let name = state("prefix", scan.id, &scan.name);
                    seeds.extend(self.start_of_states(scan, &name));
                    seeds.extend(self.start_of_neighbours(scan, &name));
                }
            }
        });
        seeds
    }
}

/// The operations of the terms of a position, if their number is known.
fn operations(nested: &Loop) -> TokenStream {
    let Some(terms) = Terms::of(nested) else {
        return quote!(usize::MAX);
    };
    let products = terms.ranges.iter().map(|ranges| {
        let counts = ranges.iter();
        let counts = counts.map(|(from, to)| quote!(usize::saturating_sub(#to, #from)));
        quote!(1usize #(.saturating_mul(#counts))*)
    });
    let operations = terms.operations;
    quote!(0usize #(.saturating_add(#products))*.saturating_mul(#operations))
}
