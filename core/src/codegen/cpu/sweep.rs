//! The call of a sweep: sources, results and accumulators around a body.

use super::accumulator::{Accumulator, Order};
use super::body::{Around, Body, is_by_value};
use super::{inner, list};
use crate::codegen::names::at;
use crate::nest::memo::Memo;
use crate::nest::{ArrayId, Entry, Region, Step, Write, WriteMode};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// One pass over a block.
pub(super) struct Sweep<'s> {
    /// What is computed.
    pub(super) region: &'s Region,
    /// What the sweep's last argument writes, or reads the old elements of.
    pub(super) writes: &'s [Write],
    /// The folds and totals in it.
    pub(super) accumulators: Vec<Accumulator<'s>>,
    /// The sweep's last argument.
    pub(super) out: TokenStream,
    /// Whether it only reads what the loop writes.
    pub(super) reading: bool,
    /// A rough number of operations in its body.
    pub(super) cost: usize,
    /// How many lanes accumulators get, where that must be the same in several
    /// sweeps.
    pub(super) lanes: Option<usize>,
    /// Whether the scans of the loop go on in ranges of a block side by side.
    pub(super) by_ranges: bool,
    /// What the sweep for totals keeps for the one that writes.
    pub(super) memo: Option<&'s Memo<'s>>,
}

/// Bodies of more operations than this are inlined only where they are called
/// from a single place (`Lanes::rolled` of the runtime).
const LARGE: usize = 28;

impl Body<'_> {
    /// The call that runs a body over the elements of the block.
    pub(super) fn sweep(&self, sweep: &Sweep<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let (block, index, lane) = (inner("block"), inner("i"), inner("lane"));
        let reads: Vec<ArrayId> = sweep
            .region
            .reads
            .iter()
            .copied()
            .filter(|array| self.old(*array, sweep.writes).is_none())
            .collect();
        let place = reads.first().map_or_else(Span::call_site, |array| {
            self.cpu.nest.arrays[*array].name.span()
        });
        // At the place of the array, for messages about its elements.
        let sources = reads.iter().rev().fold(quote!(()), |rest, array| {
            let place = self.cpu.nest.arrays[*array].name.span();
            let slice = self.cpu.slice(*array);
            quote_spanned!(place=> (#slice, #rest))
        });
        let items = list(reads.iter().map(|array| {
            let element = self.cpu.names.element(*array);
            quote!(#element)
        }));
        let olds = sweep.writes.iter().enumerate();
        let olds = olds.map(|(position, write)| self.old_pattern(position, write, sweep));
        let noted = sweep.memo.map(|_| match sweep.reading {
            true => quote!(_),
            false => {
                let noted = inner("noted");
                quote!(#noted)
            }
        });
        let olds = list(noted.into_iter().chain(olds));
        let order = Order::of(sweep);
        let around = Around {
            index: quote!(#index),
            writes: match sweep.reading {
                true => Vec::new(),
                false => sweep.writes.to_vec(),
            },
            order: order.clone(),
            guards: 0,
        };
        let body = match sweep.memo {
            Some(memo) if !sweep.reading => self.recalling_body(sweep.region, memo, &around),
            _ => self.region_body(sweep.region, &around),
        };
        let others = self.other_olds(sweep);
        let body = quote!(#others #body);
        let yields = self.yields(sweep);
        // What is wrong with what a worker captures, rustc says at the closure
        // around it.
        let here = at(self.place(sweep.region));
        let uses_index = self.uses_index(sweep.region);
        let index = if uses_index {
            quote!(#index)
        } else {
            quote!(_)
        };
        let out = &sweep.out;
        let (queued, accumulators): (Vec<_>, Vec<_>) = sweep
            .accumulators
            .iter()
            .partition(|accumulator| accumulator.is_queued(&order));
        // What waits in queues has no part in how elements go to lanes.
        let start_queued: TokenStream = queued.iter().map(|one| one.start_queued(rt)).collect();
        if accumulators.is_empty() && !order.by_ranges {
            // Only packing gains from it, and not beside a queue.
            let packs = |write: &Write| write.mode == WriteMode::Compact;
            let unrolled = sweep.cost <= LARGE
                && !sweep.reading
                && queued.is_empty()
                && sweep.writes.iter().any(packs);
            let each = if unrolled { "each_unrolled" } else { "each" };
            let each = Ident::new(each, place);
            let body = quote_spanned!(here=> |#index, #items, #olds| {
                #body
                #rt::Ok(#yields)
            });
            return quote! {
                #start_queued
                #block.#each(#sources, #out, #body)?;
            };
        }
        let count = sweep
            .lanes
            .unwrap_or_else(|| order.lane_count(accumulators.len()));
        let (folds, rows) = (inner("folds"), inner("rows"));
        let new = accumulators
            .iter()
            .map(|accumulator| accumulator.start(rt, count, &order));
        let names = |used: &dyn Fn(&Accumulator<'_>) -> bool| {
            list(accumulators.iter().map(|accumulator| {
                let name = accumulator.state();
                match used(accumulator) {
                    true => quote!(#name),
                    false => quote!(_),
                }
            }))
        };
        let staged = |accumulator: &Accumulator<'_>| accumulator.is_staged(&order);
        let all = names(&|_| true);
        let each_staged = |what: &dyn Fn(&Accumulator<'_>) -> TokenStream| -> TokenStream {
            let staged = accumulators.iter().copied().filter(|one| staged(one));
            staged.map(what).collect()
        };
        let staged_names = names(&staged);
        let commit = each_staged(&|accumulator| accumulator.commit(rt, &order));
        let begin = each_staged(&|accumulator| accumulator.begin(rt, &order));
        if order.by_rows {
            let outer_names = names(&|accumulator| !staged(accumulator));
            let outer_lane = match accumulators.iter().copied().all(staged) {
                true => quote!(_),
                false => quote!(#lane),
            };
            let absorb = each_staged(&|accumulator| accumulator.absorb(rt, &order));
            let count_ = inner("count");
            let new = list(new);
            let crossed = self.rows(sweep, &around, &staged_names);
            let by_rows = Ident::new("rows", place);
            let body = quote_spanned! {here=>
                |#outer_names, #rows, #index, #outer_lane, #items, #olds| {
                    #body
                    #rt::Ok(#yields)
                }
            };
            return quote! {
                let mut #folds = #new;
                #block.#by_rows(
                    #rt::Lanes::<#count>::when(false),
                    #sources,
                    #out,
                    &mut #folds,
                    #body,
                    #crossed
                    |#staged_names| { #begin },
                    |#staged_names| { #commit },
                    |#staged_names, #count_| { #absorb },
                )?;
                let #all = #folds;
            };
        }
        let lanes = inner("lanes");
        let totals = sweep.region.any_step(|step| matches!(step, Step::Total(_)));
        let commute = accumulators.iter().map(|accumulator| {
            let name = accumulator.state();
            quote!(#name.commutes())
        });
        let method = if order.by_ranges && totals {
            quote!(totals())
        } else if order.side_by_side && sweep.lanes.is_some() && !order.by_ranges {
            // The ranges that a scan goes through from the left elsewhere.
            quote!(when(false))
        } else if order.side_by_side {
            quote!(side_by_side())
        } else if order.in_order || totals {
            quote!(in_order(#(#commute)&&*))
        } else {
            quote!(when(#(#commute)&&*))
        };
        // An inner loop makes a body large.
        let large = sweep.cost > LARGE || sweep.region.has_cross();
        let rolled = large.then(|| quote!(.rolled()));
        if order.is_staged() {
            let staged = Ident::new("staged", place);
            let new = list(new);
            let body = quote_spanned!(here=> |#all, #index, #lane, #items, #olds| {
                #body
                #rt::Ok(#yields)
            });
            let settle = each_staged(&|accumulator| accumulator.settle());
            return quote! {
                let mut #folds = #new;
                #block.#staged(
                    #rt::Lanes::<#count>::#method #rolled,
                    #sources,
                    #out,
                    &mut #folds,
                    #body,
                    |#staged_names| { #begin },
                    |#staged_names| { #commit },
                    |#staged_names| { #settle },
                )?;
                let #all = #folds;
            };
        }
        let states = accumulators.iter().map(|accumulator| accumulator.state());
        let body = quote_spanned!(here=> |#index, #lane, #items, #olds| {
            #body
            #rt::Ok(#yields)
        });
        // Totals of scans may have nothing to do. Then lanes only help a single scan, whose elements LLVM
        // computes side by side; the steps of several would take more vectors apart than that is worth.
        let idle = accumulators
            .iter()
            .all(|accumulator| accumulator.may_be_idle())
            && accumulators.len() > 1;
        let idle = idle.then(|| {
            let carries = accumulators.iter().map(|accumulator| accumulator.state());
            quote!(#(#carries.is_idle())&&*,)
        });
        let in_lanes = match idle {
            Some(_) => Ident::new("lanes_unless", place),
            None => Ident::new("lanes", place),
        };
        quote! {
            #start_queued
            #(let mut #states = #new;)*
            let #lanes = #rt::Lanes::<#count>::#method #rolled;
            #block.#in_lanes(#idle #lanes, #sources, #out, #body)?;
        }
    }

    /// Where the first worker of a region stands.
    pub(super) fn place(&self, region: &Region) -> Span {
        let worker = region.steps.iter().find_map(Step::worker);
        let guard = region
            .inner
            .iter()
            .find_map(|inner| inner.entry.predicate());
        match worker.or(guard) {
            Some(worker) => worker.expr.span(),
            None => region
                .inner
                .first()
                .map_or_else(Span::call_site, |inner| self.place(inner)),
        }
    }

    /// What a sink hands to the body: the old element of what is overwritten,
    /// or what to append to.
    fn old_pattern(&self, position: usize, write: &Write, sweep: &Sweep<'_>) -> TokenStream {
        match write.mode {
            WriteMode::InPlace(_) => match self.olds(position, sweep).next() {
                Some(array) => self.element(array),
                None => quote!(_),
            },
            _ if is_by_value(write.mode) || sweep.reading => quote!(_),
            _ => {
                let handle = self.cpu.names.appender(write.array);
                quote!(#handle)
            }
        }
    }

    /// The names under which a region reads what a sink overwrites: several where a `conform` gave it one.
    fn olds<'s>(
        &self,
        position: usize,
        sweep: &'s Sweep<'_>,
    ) -> impl Iterator<Item = ArrayId> + use<'_, 's> {
        let reads = sweep.region.reads.iter().copied();
        reads.filter(move |array| self.old(*array, sweep.writes) == Some(position))
    }

    /// Binds all of those names but the first, which the sink's pattern binds.
    fn other_olds(&self, sweep: &Sweep<'_>) -> TokenStream {
        let mut others = TokenStream::new();
        for position in 0..sweep.writes.len() {
            let mut olds = self.olds(position, sweep).map(|array| self.element(array));
            if let Some(first) = olds.next() {
                others.extend(olds.map(|other| quote!(let #other = #first;)));
            }
        }
        others
    }

    /// What the body yields: one value for each sink.
    fn yields(&self, sweep: &Sweep<'_>) -> TokenStream {
        let memo = sweep.memo.map(|memo| match sweep.reading {
            true => self.noted(memo),
            false => quote!(()),
        });
        let writes =
            sweep
                .writes
                .iter()
                .map(|write| match is_by_value(write.mode) && !sweep.reading {
                    true => self.stored(write.array),
                    false => quote!(()),
                });
        list(memo.into_iter().chain(writes))
    }

    /// What is kept for the sweep that writes.
    pub(super) fn noted(&self, memo: &Memo<'_>) -> TokenStream {
        let elements = memo.arrays.iter().map(|array| self.element(*array));
        quote!((#(#elements,)*))
    }

    /// The variable with what is stored for an array.
    pub(super) fn stored(&self, array: ArrayId) -> TokenStream {
        let name = self.cpu.names.element(array);
        quote!(#name)
    }

    /// Whether anything in a region needs the position.
    pub(super) fn uses_index(&self, region: &Region) -> bool {
        let mut uses =
            region.any_step(|step| matches!(step, Step::Generate { .. } | Step::Range { .. }));
        region.visit(&mut |region| {
            uses |= matches!(region.entry, Entry::Cross { .. }) && !region.reads.is_empty();
        });
        uses
    }
}
