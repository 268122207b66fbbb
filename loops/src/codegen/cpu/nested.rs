//! One loop: its run, its sinks, and its results.

use super::awaited;
use super::block::policy;
use super::call::place;
use super::context::{Cpu, list, of_blocks, state};
use super::look_back::Scans;
use super::operator::op_tag;
use super::probe::{Laws, Probe};
use super::relay;
use crate::codegen::host::HostCode;
use crate::codegen::names::{at, concat, inner, placed};
use crate::nest::{Fold, FoldTarget, Loop};
use crate::ordered::ToList;
use crate::schedule::operator::Tag;
use crate::schedule::{Cut, LoopSchedule, Meanwhile, SubLoop};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

impl Cpu<'_> {
    pub(super) fn nested(&self, nested: &Loop) -> TokenStream {
        let (run, parts) = (inner("run"), self.parts(nested));
        let schedule = &self.schedule.loops[&nested.number];
        let insets = self.insets(nested);
        let start = self.start(nested, schedule.cut);
        let ranges = self.ranges(nested);
        let ahead = self.totals_ahead(nested, schedule);
        let counting = schedule.counting.as_ref();
        let counts = counting.map(|counting| self.counts(counting));
        let scans = schedule.sub_loops.iter();
        let is_caught = self.catches(nested) && !self.in_closure;
        let inside = self.inside(is_caught);
        let around = if is_caught { &inside } else { self };
        let scans: Vec<Scans<'_>> = scans.map(|sub_loop| Scans::new(around, sub_loop)).list();
        let seeds = match schedule.cut {
            Cut::Whole => self.seeds(nested),
            Cut::Blocks { .. } => {
                let of_scans = concat(scans.iter().map(Scans::starts));
                let of_folds = self.accumulators(nested);
                quote!(#of_scans #of_folds)
            }
        };
        let awaited = self.awaited_during(nested);
        let in_rounds = |work| schedule.meanwhile == work && !awaited.is_empty();
        let chained = |blocks: TokenStream| match self.is_spread {
            true => {
                let copies = self.copies(nested, schedule).into_iter();
                let copies = copies.chain(awaited.iter().map(|awaited| awaited.taken.clone()));
                let in_rounds = in_rounds(Meanwhile::Aggregates);
                relay::chained(&scans, blocks, &copies.list(), in_rounds)
            }
            false => {
                let scans = scans.iter().rev();
                scans.fold(blocks, |job, scans| scans.chained(job))
            }
        };
        let here = at(place(&nested.body));
        let first = nested.writes.first();
        let first = first.map_or(here, |write| at(self.nest.arrays[write.array].name.span()));
        let has_chain = |sub_loop: &SubLoop| {
            !self.is_spread && (sub_loop.down.is_some() || !sub_loop.levels.is_empty())
        };
        let sinks = match is_caught || schedule.sub_loops.iter().any(has_chain) {
            true => inside.sinks(schedule),
            false => self.sinks(schedule),
        };
        let body = around.block(nested, schedule, false, here);
        let blocks = Ident::new("blocks", first);
        let done = |blocks: TokenStream| {
            let done = match is_caught {
                true => self.caught_outcome(&chained(blocks)),
                false => chained(blocks),
            };
            let done = match &awaited[..] {
                [] => done,
                awaited => awaited::during(awaited, done),
            };
            let done = self.in_round(nested, done);
            self.attempt(&self.on_all(done))
        };
        let run = match in_rounds(Meanwhile::Loop) {
            true => awaited::in_rounds(&run),
            false => run.to_token_stream(),
        };
        let once = done(quote!(#run.#blocks(#sinks, #body)));
        let vectors = self.vectors(schedule);
        let aggregates = match self.in_band {
            true => TokenStream::new(),
            false => self.aggregates(nested, schedule, &parts),
        };
        let parts = match nested.folds.is_empty() {
            true => quote!(_),
            false => quote!(#parts),
        };
        let twice = (self.options.wide)
            .then(|| around.twice(nested, schedule, &run, &sinks, first, here))
            .flatten();
        let run_of_blocks = if let Some(twice) = twice {
            // Written twice, a body is compiled for wide instructions too. That
            // is for fast builds only: others would just take longer, and
            // report a mistake in a worker twice.
            let twice = done(twice);
            quote! {
                #[cfg(debug_assertions)]
                let (#vectors, #parts) = #once;
                #[cfg(not(debug_assertions))]
                let (#vectors, #parts) = #twice;
            }
        } else {
            quote!(let (#vectors, #parts) = #once;)
        };
        let probes = Probe::in_region(&nested.body, self.nest);
        let (rt, program) = (&self.rt, &self.nest.name);
        let untried = probes.iter().map(|probe| probe.start(rt, program));
        let laws = self.laws(nested);
        let tried = probes.iter().map(|probe| probe.check(self));
        let put = self.put(nested);
        let states_of_round = self.states_of_round(nested);
        quote! {
            #insets
            #start
            #ranges
            #ahead
            #counts
            #seeds
            #states_of_round
            #(#untried)*
            #laws
            #run_of_blocks
            #(#tried)*
            #put
            #aggregates
        }
    }

    /// The variable of the partial results of a loop.
    fn parts(&self, nested: &Loop) -> Ident {
        match self.in_band {
            true => parts_of_band(nested),
            false => inner("parts"),
        }
    }

    /// The laws of the folds of a loop that nobody has tried.
    fn laws(&self, nested: &Loop) -> TokenStream {
        let laws = nested.folds.iter().filter_map(Laws::of);
        concat(laws.map(|laws| laws.start(&self.rt, &self.nest.name)))
    }

    /// The totals of a loop of a band, of which the partial results of all bands are there.
    pub(super) fn totals_of_bands(&self, nested: &Loop) -> TokenStream {
        let (accumulators, laws) = (self.accumulators(nested), self.laws(nested));
        let schedule = &self.schedule.loops[&nested.number];
        let aggregates = self.aggregates(nested, schedule, &parts_of_band(nested));
        quote!(#accumulators #laws #aggregates)
    }

    /// The call that runs a loop, with bodies for wide instructions as well; `None` if it gains
    /// nothing from them.
    fn twice(
        &self,
        nested: &Loop,
        schedule: &LoopSchedule,
        run: &TokenStream,
        sinks: &TokenStream,
        place: Span,
        here: Span,
    ) -> Option<TokenStream> {
        let rt = &self.rt;
        let fast = self.fast();
        let [whole] = &schedule.sub_loops[..] else {
            // Each sub-loop is a closure for itself: all of them would be too much for LLVM to
            // inline.
            let body = fast.block(nested, schedule, true, here);
            let blocks = Ident::new("blocks", place);
            return Some(quote!(#run.#blocks(#sinks, #body)));
        };
        let policy = policy(whole.simd?);
        let body = fast.block(nested, schedule, false, here);
        Some(match policy {
            Some(policy) => {
                let blocks = Ident::new("blocks_simd", place);
                quote!(#run.#blocks(#rt::simd::#policy, #sinks, #body, #body))
            }
            None => {
                let blocks = Ident::new("blocks_widest", place);
                quote!(#run.#blocks(#sinks, #body, #body, #body))
            }
        })
    }

    /// The ranges that the loop generates elements from.
    fn ranges(&self, nested: &Loop) -> TokenStream {
        let ranges = nested.ranges().into_iter().map(|(array, range)| {
            let (name, expr) = (self.names.range(array), self.own(&range.expr));
            quote!(let #name = #expr;)
        });
        concat(ranges)
    }

    /// The totals of the folds, from the seeds and the blocks' parts.
    fn aggregates(&self, nested: &Loop, schedule: &LoopSchedule, parts: &Ident) -> TokenStream {
        let folds = &nested.folds;
        if folds.is_empty() {
            return TokenStream::new();
        }
        let rt = &self.rt;
        let run = inner("run");
        let serial = schedule.cut == Cut::Whole;
        let kept = folds.iter();
        let kept = kept.filter(|fold| schedule.kept_aggregates.contains(&fold.id));
        let kept: Vec<&Fold> = kept.list();
        let part = |fold: &Fold| state("part", fold.id, &fold.name);
        let seeds = folds.iter().map(|fold| {
            let aggregate = state("fold", fold.id, &fold.name);
            if serial || fold.intake.step().is_some() {
                let seed = state("seed", fold.id, &fold.name);
                return quote!(let mut #aggregate = #seed;);
            }
            let seed = self.own(&fold.seed.expr);
            // A seed of another type than the elements is a mistake at the seed.
            let it = part(fold);
            let parts_but_it = list(folds.iter().map(|other| match other.id == fold.id {
                true => quote!(#it),
                false => quote!(_),
            }));
            let start = placed(quote!(of), seed.span());
            quote!(let mut #aggregate = #rt::seed(&#parts, |#parts_but_it| #it).#start(#seed);)
        });
        let aggregates_of_blocks = kept.iter().map(|fold| {
            let (name, it) = (of_blocks(nested.number, fold.id, &fold.name), part(fold));
            let parts_but_it = list(folds.iter().map(|other| match other.id == fold.id {
                true => quote!(#it),
                false => quote!(_),
            }));
            let op_tag = op_tag(rt, &Tag::of(fold.known.as_ref(), &fold.seed.expr));
            quote! {
                let mut #name = #rt::Aggregates::of(#op_tag, #run.cut(), &#rt::seed(&#parts, |#parts_but_it| #it));
            }
        });
        let records_of_blocks = kept.iter().map(|fold| {
            let (name, part) = (of_blocks(nested.number, fold.id, &fold.name), part(fold));
            quote!(#name.record(#part);)
        });
        let pattern_of_parts = list(folds.iter().map(|fold| {
            let part = part(fold);
            quote!(#part)
        }));
        let joins = folds.iter().map(|fold| {
            let aggregate = state("fold", fold.id, &fold.name);
            let part = part(fold);
            if serial {
                // The one block began with the seed.
                return match fold.intake.step() {
                    Some(_) => quote!(if let #rt::Some(part) = #part { #aggregate = part; }),
                    None => quote!(#aggregate = #part;),
                };
            }
            if fold.intake.step().is_some() {
                let combine = state("combine", fold.id, &fold.name);
                let tried = Laws::of(fold).map(|laws| laws.of_part(rt, &part));
                return quote! {
                    #tried
                    #aggregate = #part.join(#aggregate, #combine);
                };
            }
            let operator = self.own(&fold.operator.expr);
            quote!(#aggregate = #part.join(#aggregate, #operator);)
        });
        let binds = folds.iter().map(|fold| {
            let aggregate = state("fold", fold.id, &fold.name);
            match &fold.into {
                FoldTarget::Scalars(into) => self.bind_scalars(into, &quote!(#aggregate)),
                FoldTarget::Kept(array) => {
                    let len = self.names.len(*array);
                    quote!(let #len = #aggregate;)
                }
            }
        });
        quote! {
            #(#seeds)*
            #(#aggregates_of_blocks)*
            for #pattern_of_parts in #parts {
                #(#records_of_blocks)*
                #(#joins)*
            }
            #(#binds)*
        }
    }
}

/// The variable of the partial results of a loop of a band.
pub(super) fn parts_of_band(nested: &Loop) -> Ident {
    inner(&format!("parts{}", nested.number))
}
