//! The call of a sweep's method of the runtime, in the form that suits what is folded.

use super::accumulator::{Accumulator, Order};
use super::body::{Around, Body, Row};
use super::sweep::Sweep;
use super::{inner, list};
use crate::codegen::names::at;
use crate::nest::{ArrayId, Step, Write, WriteMode};
use crate::schedule::policy;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// The parts of a call.
pub(super) struct Call<'b> {
    body: &'b Body<'b>,
    sweep: &'b Sweep<'b>,
    pub(super) order: Order,
    around: Around<'b>,
    /// The accumulators that have lanes.
    pub(super) accumulators: Vec<&'b Accumulator<'b>>,
    /// Those whose elements wait in queues, which has no part in how elements go to
    /// lanes.
    queued: Vec<&'b Accumulator<'b>>,
    /// Where the first array stands: for messages about elements.
    place: Span,
    sources: TokenStream,
    /// The patterns of the body's arguments.
    index: TokenStream,
    items: TokenStream,
    olds: TokenStream,
    /// What the body does, and what it returns.
    steps: TokenStream,
}

impl<'b> Call<'b> {
    pub(super) fn of(body: &'b Body<'b>, sweep: &'b Sweep<'b>) -> Call<'b> {
        let (nest, rt) = (body.cpu.nest, &body.cpu.rt);
        let writes = sweep.writes();
        let reads: Vec<ArrayId> = sweep
            .region
            .reads
            .iter()
            .copied()
            .filter(|array| body.old(*array, &writes).is_none())
            .collect();
        let place = |array: ArrayId| nest.arrays[array].name.span();
        let sources = reads.iter().rev().fold(quote!(()), |rest, array| {
            let place = place(*array);
            let slice = match sweep.place.is_packed() {
                true => {
                    let packed = body.cpu.names.packed(*array);
                    quote!(#packed)
                }
                false => body.cpu.slice(*array),
            };
            quote_spanned!(place=> (#slice, #rest))
        });
        let items = list(reads.iter().map(|array| body.element(*array)));
        let olds = body.given(sweep);
        let order = Order::of(sweep);
        let index = inner("i");
        let around = Around {
            index: quote!(#index),
            writes: match sweep.is_reading() {
                true => Vec::new(),
                false => writes,
            },
            order: order.clone(),
            sweep,
            guards: 0,
        };
        let others = body.other_olds(sweep);
        let steps = body.body(&around);
        let yields = body.yields(sweep);
        let (queued, accumulators) = sweep
            .accumulators
            .iter()
            .partition(|accumulator| accumulator.is_queued(&order));
        Call {
            body,
            sweep,
            order,
            around,
            accumulators,
            queued,
            place: reads
                .first()
                .map_or_else(Span::call_site, |array| place(*array)),
            sources,
            index: match body.uses_index(sweep.region) {
                true => quote!(#index),
                false => quote!(_),
            },
            items,
            olds,
            steps: quote! {
                #others
                #steps
                #rt::Ok(#yields)
            },
        }
    }

    /// Without lanes.
    pub(super) fn each(&self) -> TokenStream {
        // Only packing gains from it, and not beside a queue.
        let packs =
            |write: &Write| write.mode == WriteMode::Compact && !self.sweep.keeps_all(write.array);
        let unrolled = self.sweep.cost <= policy::SINGLE_CALL_SITE
            && !self.sweep.is_reading()
            && self.queued.is_empty()
            && self.sweep.writes().iter().any(packs);
        let each = self.method(
            if unrolled { "each_unrolled" } else { "each" },
            [self.sources(), self.out(), self.closure(None, None)],
        );
        let queues = self.queues();
        quote!(#queues #each)
    }

    /// For what it notes alone.
    pub(super) fn note(&self) -> TokenStream {
        let (block, name) = (self.sweep.place.block(), Ident::new("note", self.place));
        let (sources, out) = (self.sources(), self.out());
        let body = self.closure(None, None);
        quote!(#block.#name(#sources, #out, #body);)
    }

    /// With lanes.
    pub(super) fn lanes(&self) -> TokenStream {
        let (lane, lanes) = (inner("lane"), inner("lanes"));
        // Totals of scans may have nothing to do. Then lanes only help a single scan, whose elements LLVM
        // computes side by side; the steps of several would take more vectors apart than that is worth.
        let idle =
            self.accumulators.len() > 1 && self.accumulators.iter().all(|one| one.may_be_idle());
        let states = self.accumulators.iter().map(|one| one.state());
        let idle = idle.then(|| quote!(#(#states.is_idle())&&*));
        let method = match idle {
            Some(_) => "lanes_unless",
            None => "lanes",
        };
        let arguments = [
            quote!(#lanes),
            self.sources(),
            self.out(),
            self.closure(None, Some(quote!(#lane))),
        ];
        let sweep = self.method(method, idle.into_iter().chain(arguments));
        let (queues, start) = (self.queues(), self.start(&self.accumulators));
        let how = self.how();
        quote! {
            #queues
            #start
            let #lanes = #how;
            #sweep
        }
    }

    /// With lanes, for accumulators some of which are staged.
    pub(super) fn staged(&self) -> TokenStream {
        let (folds, lane) = (inner("folds"), inner("lane"));
        let is_staged = |one: &Accumulator<'_>| one.is_staged(&self.order);
        let staged = self.accumulators.iter().copied();
        let staged: Vec<_> = staged.filter(|one| is_staged(one)).collect();
        let all = states(&self.accumulators);
        let names = list(self.accumulators.iter().map(|one| {
            let name = one.state();
            match is_staged(one) {
                true => quote!(#name),
                false => quote!(_),
            }
        }));
        let settle: TokenStream = staged.iter().map(|one| one.settle()).collect();
        let (begin, commit) = (self.begin(&staged), self.commit(&staged));
        let sweep = self.method(
            "staged",
            [
                self.how(),
                self.sources(),
                self.out(),
                quote!(&mut #folds),
                self.closure(Some(all.clone()), Some(quote!(#lane))),
                quote!(|#names| { #begin }),
                quote!(|#names| { #commit }),
                quote!(|#names| { #settle }),
            ],
        );
        let new = self.all_empty(&self.accumulators);
        quote! {
            let mut #folds = #new;
            #sweep
            let #all = #folds;
        }
    }

    /// Over the rows of a `cross`, several side by side, for folds in it that are
    /// staged.
    pub(super) fn by_rows(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        let (folds, passed) = (inner("folds"), inner("count"));
        let (inside, outside) = self.around_the_cross();
        let names = states(&inside);
        let Row { rights, inner } = self.body.row(self.sweep, &self.around, Some(&names));
        let absorb = inside.iter().map(|one| one.absorb(rt, &self.order));
        let absorb: TokenStream = absorb.collect();
        let (begin, commit) = (self.begin(&inside), self.commit(&inside));
        let count = self.count();
        let sweep = self.method(
            "rows",
            [
                quote!(#rt::Lanes::<#count>::when(false)),
                self.sources(),
                self.out(),
                self.outer(&outside),
                quote!(&mut #folds),
                rights,
                inner,
                quote!(|#names| { #begin }),
                quote!(|#names| { #commit }),
                quote!(|#names, #passed| { #absorb }),
            ],
        );
        let (start, new) = (self.start(&outside), self.all_empty(&inside));
        quote! {
            #start
            let mut #folds = #new;
            #sweep
            let #names = #folds;
        }
    }

    /// Over the rows of a `cross`, for folds in it that are not.
    pub(super) fn tiled(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        let (inside, outside) = self.around_the_cross();
        let Row { rights, inner } = self.body.row(self.sweep, &self.around, None);
        let (count, commute) = (self.count(), commute(&inside));
        let sweep = self.method(
            "tiled",
            [
                quote!(#rt::Lanes::<#count>::when(#commute)),
                self.sources(),
                self.out(),
                self.outer(&outside),
                rights,
                inner,
            ],
        );
        let start = self.start(&self.accumulators);
        quote!(#start #sweep)
    }

    /// The accumulators in the one `cross` and outside of it.
    fn around_the_cross(&self) -> (Vec<&'b Accumulator<'b>>, Vec<&'b Accumulator<'b>>) {
        let crosses = self.sweep.region.crosses();
        let crossed: Vec<usize> = crosses.iter().flat_map(|region| region.folds()).collect();
        let is_inside = |one: &&Accumulator<'_>| crossed.contains(&one.id());
        self.accumulators.iter().copied().partition(is_inside)
    }

    /// What is done for each row, beside handing it on.
    fn outer(&self, accumulators: &[&Accumulator<'_>]) -> TokenStream {
        let (rows, lane) = (inner("rows"), inner("lane"));
        let lane = match accumulators.is_empty() {
            true => quote!(_),
            false => quote!(#lane),
        };
        self.closure(Some(quote!(#rows)), Some(lane))
    }

    fn closure(&self, first: Option<TokenStream>, lane: Option<TokenStream>) -> TokenStream {
        // What is wrong with what a worker captures, rustc says at the closure
        // around it.
        let here = at(self.body.place(self.sweep.region));
        let (items, olds, steps) = (&self.items, &self.olds, &self.steps);
        let index = Some(self.index.clone());
        let arguments = [first, index, lane].into_iter().flatten();
        quote_spanned!(here=> |#(#arguments,)* #items, #olds| { #steps })
    }

    fn method(&self, name: &str, arguments: impl IntoIterator<Item = TokenStream>) -> TokenStream {
        let (block, name) = (self.sweep.place.block(), Ident::new(name, self.place));
        let arguments = arguments.into_iter();
        quote!(#block.#name(#(#arguments),*)?;)
    }

    fn sources(&self) -> TokenStream {
        self.sources.clone()
    }

    fn out(&self) -> TokenStream {
        self.sweep.out(&self.body.cpu.rt)
    }

    /// The states of the queued accumulators, and their queues.
    fn queues(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        self.queued.iter().map(|one| one.start_queued(rt)).collect()
    }

    fn count(&self) -> usize {
        let own = || self.order.lane_count(self.accumulators.len());
        self.sweep.lanes.unwrap_or_else(own)
    }

    /// How elements go to lanes.
    fn how(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        let (order, region, count) = (&self.order, self.sweep.region, self.count());
        let totals = region.any_step(|step| matches!(step, Step::Total(_)));
        let commute = commute(&self.accumulators);
        let how = if order.by_ranges && totals {
            quote!(totals())
        } else if order.side_by_side && self.sweep.lanes.is_some() && !order.by_ranges {
            // The ranges that a scan goes through from the left elsewhere.
            quote!(when(false))
        } else if order.side_by_side {
            quote!(side_by_side())
        } else if order.in_order || totals {
            quote!(in_order(#commute))
        } else {
            quote!(when(#commute))
        };
        // An inner loop makes a body large.
        let large = self.sweep.cost > policy::SINGLE_CALL_SITE || region.has_cross();
        let rolled = large.then(|| quote!(.rolled()));
        quote!(#rt::Lanes::<#count>::#how #rolled)
    }

    /// Some accumulators before the sweep, each one in a variable.
    fn start(&self, accumulators: &[&Accumulator<'_>]) -> TokenStream {
        let one = |one: &&Accumulator<'_>| {
            let (name, empty) = (one.state(), self.empty(one));
            quote!(let mut #name = #empty;)
        };
        accumulators.iter().map(one).collect()
    }

    /// The same in one tuple.
    fn all_empty(&self, accumulators: &[&Accumulator<'_>]) -> TokenStream {
        list(accumulators.iter().map(|one| self.empty(one)))
    }

    fn empty(&self, accumulator: &Accumulator<'_>) -> TokenStream {
        accumulator.start(&self.body.cpu.rt, self.count(), &self.order)
    }

    fn begin(&self, staged: &[&Accumulator<'_>]) -> TokenStream {
        let rt = &self.body.cpu.rt;
        staged
            .iter()
            .map(|one| one.begin(rt, &self.order))
            .collect()
    }

    fn commit(&self, staged: &[&Accumulator<'_>]) -> TokenStream {
        let rt = &self.body.cpu.rt;
        staged
            .iter()
            .map(|one| one.commit(rt, &self.order))
            .collect()
    }
}

/// The variables of some accumulators, as a tuple.
fn states(accumulators: &[&Accumulator<'_>]) -> TokenStream {
    list(accumulators.iter().map(|one| {
        let name = one.state();
        quote!(#name)
    }))
}

/// Whether the operators of some accumulators commute.
fn commute(accumulators: &[&Accumulator<'_>]) -> TokenStream {
    let names = accumulators.iter().map(|one| one.state());
    quote!(#(#names.commutes())&&*)
}
