//! The calls of passes over the rows of a `cross`.

use super::{Call, commute, states};
use crate::codegen::cpu::context::list;
use crate::codegen::cpu::reduction::Printed;
use crate::codegen::names::{concat, inner};
use crate::ordered::flat;
use crate::schedule::Form;
use proc_macro2::TokenStream;
use quote::quote;

impl<'b> Call<'b> {
    /// Over the rows of a `cross`, several side by side, for reductions in it that are
    /// batched.
    pub(in crate::codegen::cpu) fn rows(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        let (folds, joined) = (inner("folds"), inner("count"));
        let (inside, outside) = self.around_the_axis();
        let names = states(&inside);
        let inner_loop = self.body.rows(&self.context);
        let (width, rights) = (&inner_loop.width, &inner_loop.rights);
        let absorb = concat(inside.iter().map(Printed::absorb));
        let begin = concat(inside.iter().map(Printed::begin));
        let commit = concat(inside.iter().map(Printed::commit));
        let count = self.pass.lanes;
        let (passed, block, tiles) = (inner("passed"), inner("block"), inner("tiles"));
        let (name, waiting) = match self.body.is_passed_round() {
            true => ("tiled_in_parts", Some(quote!(&mut #tiles))),
            false => ("tiled_batched", None),
        };
        let call = self.method(
            name,
            waiting.iter().cloned().chain([
                quote!(#rt::Lanes::<#count>::when(false)),
                self.sources(),
                self.out(),
                self.outer(&outside),
                quote!(&mut #folds),
                quote!(#width),
                quote!(#rights),
                inner_loop.of_row(Some(&names)),
                quote!(|#names| { #begin }),
                quote!(|#names| { #commit }),
                quote!(|#names, #joined| { #absorb }),
            ]),
        );
        // The lanes that the columns of one process leave go on with those of the next.
        let enter = waiting
            .iter()
            .map(|_| quote!(let mut #tiles = #passed.tiles(#block.index());));
        let leave = waiting
            .iter()
            .map(|_| quote!(#passed.keep(#block.index(), #tiles);));
        let (start, new) = (self.start(&outside), self.all_empty(&inside));
        quote! {
            #start
            let mut #folds = #new;
            #(#enter)*
            #call
            #(#leave)*
            let #names = #folds;
        }
    }

    /// Over the rows of a `cross`, for reductions in it that are not.
    pub(in crate::codegen::cpu) fn tiled(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        let (inside, outside) = self.around_the_axis();
        let inner_loop = self.body.rows(&self.context);
        let (width, rights) = (&inner_loop.width, &inner_loop.rights);
        let (count, commute) = (self.pass.lanes, commute(&inside));
        let name = match self.pass.takes_columns() {
            true => "tiled_by_columns",
            false => "tiled",
        };
        let call = self.method(
            name,
            [
                quote!(#rt::Lanes::<#count>::when(#commute)),
                self.sources(),
                self.out(),
                self.outer(&outside),
                quote!(#width),
                quote!(#rights),
                inner_loop.of_row(None),
            ],
        );
        if !self.body.is_passed_round() {
            let start = self.start(&self.with_lanes);
            return quote!(#start #call);
        }
        // The states that the columns of one process leave go on with those of the next.
        let (passed, block, names) = (inner("passed"), inner("block"), states(&self.with_lanes));
        let names_to_change = list(self.with_lanes.iter().map(|one| {
            let name = one.state();
            quote!(mut #name)
        }));
        let new = self.all_empty(&self.with_lanes);
        quote! {
            let #names_to_change = #passed.enter(#block.index(), || #new);
            #call
            let #names = #passed.leave(#block.index(), #names, || #new);
        }
    }

    /// The states that so many blocks keep while columns are passed round.
    pub(in crate::codegen::cpu) fn passed(&self, blocks: &TokenStream) -> TokenStream {
        let mpi = self.body.cpu.mpi();
        let (new, names) = (self.all_empty(&self.with_lanes), states(&self.with_lanes));
        if self.pass.form == Form::Rows {
            let rows = self.pass.lanes;
            return quote!(#mpi::Passed::by_tiles(#blocks, #rows, #new));
        }
        let commute = commute(&self.with_lanes);
        quote!(#mpi::Passed::of(#blocks, #new, |#names| #commute))
    }

    /// The reductions in the one inner loop and outside of it.
    fn around_the_axis(&self) -> (Vec<Printed<'b>>, Vec<Printed<'b>>) {
        let axes = self.pass.region.axes();
        let inside = flat(axes.iter().map(|region| region.folds()));
        let is_inside = |one: &Printed<'_>| inside.contains(&one.reduction.id);
        self.with_lanes.iter().copied().partition(is_inside)
    }

    /// The statements for each row, beside handing it on.
    fn outer(&self, outside: &[Printed<'_>]) -> TokenStream {
        let (rows, lane) = (inner("rows"), inner("lane"));
        let lane = match outside.is_empty() {
            true => quote!(_),
            false => quote!(#lane),
        };
        self.closure(Some(quote!(#rows)), Some(lane))
    }
}
