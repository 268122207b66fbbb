//! One loop: its run, what it writes into, and what comes out.

use super::body::Body;
use super::layout::{Layout, Unit};
use super::marker::{is_of_integers, marker};
use super::{Cpu, inner, list, ranges};
use crate::codegen::host::HostCode;
use crate::codegen::names::{at, hidden, placed};
use crate::nest::{ArrayId, Fold, FoldTarget, Host, Loop, Step, Write, WriteMode, cost};
use crate::schedule::counted::Counted;
use crate::schedule::{again, parts, policy};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

impl Cpu<'_> {
    pub(super) fn nested(&self, nested: &Loop) -> TokenStream {
        let (run, parts) = (inner("run"), inner("parts"));
        let ranges = self.ranges(nested);
        let strict = self.target.strict;
        let parts_of_it = match strict {
            true => Vec::new(),
            false => parts::of(nested),
        };
        let layout = Layout::of(self, nested, &parts_of_it);
        let whole = &layout.whole;
        let start = self.start(nested, !whole.levels.is_empty());
        let seeds = match strict {
            true => self.seeds(nested),
            false => whole.starts(),
        };
        let here = at(Body::new(self).place(&nested.body));
        let place = nested.writes.first();
        let place = place.map_or(here, |write| at(self.nest.arrays[write.array].name.span()));
        let counted = self.counted(nested);
        let counts = counted.as_ref().map(|counted| self.counts(counted));
        let sinks = self.sinks(&layout, counted.as_ref());
        let body = self.block(&layout, false, here);
        let blocks = Ident::new("blocks", place);
        let once = self.attempt(&whole.chained(quote!(#run.#blocks(#sinks, #body))));
        let vectors = self.vectors(&layout);
        let totals = self.totals(nested, &parts);
        let parts = match nested.folds.is_empty() {
            true => quote!(_),
            false => quote!(#parts),
        };
        let twice = (self.target.wide)
            .then(|| self.twice(&layout, &sinks, place, here))
            .flatten();
        let done = if let Some(twice) = twice {
            // Written twice, a body is compiled for wide instructions too. That
            // is for fast builds only: others would just take longer, and
            // report a mistake in a worker twice.
            let twice = self.attempt(&whole.chained(twice));
            quote! {
                #[cfg(debug_assertions)]
                let (#vectors, #parts) = #once;
                #[cfg(not(debug_assertions))]
                let (#vectors, #parts) = #twice;
            }
        } else {
            quote!(let (#vectors, #parts) = #once;)
        };
        quote! {
            #start
            #ranges
            #counts
            #seeds
            #done
            #totals
        }
    }

    /// The call that runs a loop, with bodies for wide instructions as well; `None` if it gains nothing from them.
    fn twice(
        &self,
        layout: &Layout<'_>,
        sinks: &TokenStream,
        place: Span,
        here: Span,
    ) -> Option<TokenStream> {
        let (rt, run) = (&self.rt, inner("run"));
        if !layout.parts.is_empty() {
            // Each part is a closure for itself: all of them would be too much for LLVM to inline.
            let body = self.block(layout, true, here);
            let blocks = Ident::new("blocks", place);
            return Some(quote!(#run.#blocks(#sinks, #body)));
        }
        let nested = layout.whole.nested;
        let reads_old = Body::new(self).reads_old(&nested.body, &nested.writes);
        let gain = gains_from_wide(nested, reads_old)?;
        let body = self.block(layout, false, here);
        let blocks = Ident::new("blocks_wide", place);
        Some(quote!(#run.#blocks(#rt::Gain::#gain, #sinks, #body, #body)))
    }

    /// What the loop writes into.
    fn sinks(&self, layout: &Layout<'_>, counted: Option<&Counted>) -> TokenStream {
        let rt = &self.rt;
        let results = |unit: &Unit<'_>| {
            // At the place of the array, for messages about its elements.
            let results = unit.results().iter().rev();
            let sinks = results.fold(quote!(()), |rest, write| {
                let place = self.nest.arrays[write.array].name.span();
                let sink = match unit.joined.contains(&write.array) {
                    true => self.named("Joined", write.array),
                    false => self.sink(write),
                };
                let room = Self::room(counted, write.array);
                quote_spanned!(place=> (#sink #room, #rest))
            });
            let memos = unit.memos.iter();
            memos.fold(sinks, |rest, _| quote!((#rt::Memo::new(), #rest)))
        };
        let packed = |part: &Unit<'_>| {
            let packed = part.packed().iter();
            list(packed.map(|write| self.named("Scratch", write.array)))
        };
        self.lists(
            layout,
            &packed,
            &results,
            &|sinks| quote!(#rt::Apart::of(#sinks)),
        )
    }

    /// The variables of what the loop has written.
    fn vectors(&self, layout: &Layout<'_>) -> TokenStream {
        let results = |unit: &Unit<'_>| {
            let memos = unit.memos.iter().map(|_| quote!(()));
            let vectors = unit.results().iter().map(|write| match write.mode {
                WriteMode::InPlace(_) | WriteMode::ScatterInPlace(_) => quote!(()),
                _ => {
                    let vector = self.names.vector(write.array);
                    quote!(#vector)
                }
            });
            list(memos.chain(vectors).collect::<Vec<_>>())
        };
        self.lists(layout, &|_| quote!(_), &results, &|vectors| vectors)
    }

    /// What there is for each array that a loop writes, as the runtime has it: one list, or two for each part.
    fn lists(
        &self,
        layout: &Layout<'_>,
        packed: &dyn Fn(&Unit<'_>) -> TokenStream,
        results: &dyn Fn(&Unit<'_>) -> TokenStream,
        apart: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        if layout.parts.is_empty() {
            return results(&layout.whole);
        }
        let lists = layout.parts.iter().flat_map(|part| {
            let packed = (!part.packed().is_empty()).then(|| packed(part));
            packed.into_iter().chain([results(part)])
        });
        list(lists.map(apart).collect::<Vec<_>>())
    }

    /// The run of a loop, whose blocks wait for those to their left if it is `ordered`.
    pub(super) fn start(&self, nested: &Loop, ordered: bool) -> TokenStream {
        let rt = &self.rt;
        let ordered = ordered.then(|| quote!(.ordered()));
        let run = inner("run");
        let extent = self.extent(&nested.extent);
        let cost = nested.cost;
        if self.target.strict {
            return quote!(let #run = #rt::Run::whole(#extent););
        }
        let kind = match self.target.parallel {
            true => quote!(parallel),
            false => quote!(sequential),
        };
        let started = match &nested.inner {
            None => quote!(#rt::Run::#kind(#extent, #cost)),
            Some(rows) => {
                let rows = self.extent(rows);
                let kind = format_ident!("{}_rows", kind.to_string());
                quote!(#rt::Run::#kind(#extent, #rows, #cost))
            }
        };
        let grain = match self.target.grain {
            Some(grain) => Some(quote!(.grain(#grain))),
            None => cost::is_unbounded(&nested.body).then(|| quote!(.unbounded())),
        };
        match self.target.parallel {
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

    /// What enters the folds and scans of a strict loop from the left.
    pub(super) fn seeds(&self, nested: &Loop) -> TokenStream {
        let mut seeds = TokenStream::new();
        for fold in &nested.folds {
            let name = state("seed", fold.id, &fold.name);
            let seed = &fold.seed.expr;
            seeds.extend(quote!(let #name = #seed;));
        }
        nested.body.visit(&mut |region| {
            for step in &region.steps {
                if let Step::Scan(scan) = step {
                    let name = state("prefix", scan.id, &scan.name);
                    let seed = &scan.seed.expr;
                    seeds.extend(quote!(let #name = #seed;));
                }
            }
        });
        seeds
    }

    /// The ranges that the loop generates elements from.
    fn ranges(&self, nested: &Loop) -> TokenStream {
        let ranges = generating(nested).map(|(array, range)| {
            let (name, expr) = (self.names.range(array), &range.expr);
            quote!(let #name = #expr;)
        });
        ranges.collect()
    }

    /// The totals of the folds, from the seeds and the blocks' parts.
    fn totals(&self, nested: &Loop, parts: &Ident) -> TokenStream {
        let folds = &nested.folds;
        if folds.is_empty() {
            return TokenStream::new();
        }
        let rt = &self.rt;
        let run = inner("run");
        let asked = match self.target.parallel && !self.target.strict {
            true => again::asked(self.nest, nested, |later| !ranges::pay(later)),
            false => Vec::new(),
        };
        let part = |fold: &Fold| state("part", fold.id, &fold.name);
        let seeds = folds.iter().map(|fold| {
            let total = state("fold", fold.id, &fold.name);
            if self.target.strict {
                let seed = state("seed", fold.id, &fold.name);
                return quote!(let mut #total = #seed;);
            }
            let seed = &fold.seed.expr;
            // A seed of another type than the elements is a mistake at the seed.
            let it = part(fold);
            let parts_but_it = list(folds.iter().map(|other| match other.id == fold.id {
                true => quote!(#it),
                false => quote!(_),
            }));
            let start = placed(quote!(of), seed.span());
            quote!(let mut #total = #rt::seed(&#parts, |#parts_but_it| #it).#start(#seed);)
        });
        let room_for_blocks = asked.iter().map(|fold| {
            let (name, it) = (of_blocks(nested.number, fold), part(fold));
            let parts_but_it = list(folds.iter().map(|other| match other.id == fold.id {
                true => quote!(#it),
                false => quote!(_),
            }));
            let marker = marker(rt, fold.known.as_ref(), &fold.seed.expr);
            quote! {
                let mut #name = #rt::Totals::of(#marker, #run.cut(), &#rt::seed(&#parts, |#parts_but_it| #it));
            }
        });
        let notes_of_blocks = asked.iter().map(|fold| {
            let (name, part) = (of_blocks(nested.number, fold), part(fold));
            quote!(#name.note(#part);)
        });
        let pattern_of_parts = list(folds.iter().map(|fold| {
            let part = part(fold);
            quote!(#part)
        }));
        let joins = folds.iter().map(|fold| {
            let total = state("fold", fold.id, &fold.name);
            let part = part(fold);
            if self.target.strict {
                // The one block began with the seed.
                return quote!(#total = #part;);
            }
            let operator = &fold.operator.expr;
            quote!(#total = #part.join(#total, #operator);)
        });
        let binds = folds.iter().map(|fold| {
            let total = state("fold", fold.id, &fold.name);
            match &fold.into {
                FoldTarget::Scalars(into) => self.bind_scalars(into, &quote!(#total)),
                FoldTarget::Kept(array) => {
                    let len = self.names.len(*array);
                    quote!(let #len = #total;)
                }
            }
        });
        quote! {
            #(#seeds)*
            #(#room_for_blocks)*
            for #pattern_of_parts in #parts {
                #(#notes_of_blocks)*
                #(#joins)*
            }
            #(#binds)*
        }
    }

    fn sink(&self, write: &Write) -> TokenStream {
        let rt = &self.rt;
        let array = &self.nest.arrays[write.array].name;
        let name = array.to_string();
        let sink = match write.mode {
            WriteMode::Fresh => return self.named("Fresh", write.array),
            WriteMode::Compact => return self.named("Compact", write.array),
            WriteMode::Append => return self.named("Append", write.array),
            WriteMode::InPlace(home) => {
                let slice = self.slice_mut(home);
                quote!(#rt::InPlace::new(#slice))
            }
            WriteMode::Scatter(dest) => {
                let slice = self.slice(dest);
                quote!(#rt::Scatter::copied(#slice, #name))
            }
            WriteMode::ScatterInPlace(home) => {
                let slice = self.slice_mut(home);
                quote!(#rt::Scatter::in_place(#slice, #name))
            }
        };
        placed(sink, array.span())
    }

    /// A sink of the runtime that knows what errors call the array.
    fn named(&self, sink: &str, array: ArrayId) -> TokenStream {
        let (rt, array) = (&self.rt, &self.nest.arrays[array].name);
        let (sink, name) = (format_ident!("{sink}"), array.to_string());
        placed(quote!(#rt::#sink::named(#name)), array.span())
    }

    fn slice_mut(&self, home: crate::nest::ArrayId) -> TokenStream {
        let rt = &self.rt;
        match &self.nest.arrays[home].storage {
            // A method borrows again what is a reference already.
            crate::nest::Storage::Input(host, true) => {
                quote!({ use #rt::SliceMut as _; #host.__slice_mut() })
            }
            _ => unreachable!("only mutable inputs are written in place"),
        }
    }
}

/// The ranges in a loop, each with the array that is made of it.
pub(super) fn generating(nested: &Loop) -> impl Iterator<Item = (ArrayId, &Host)> {
    let mut ranges = Vec::new();
    nested.body.visit(&mut |region| {
        ranges.extend(region.steps.iter().filter_map(|step| match step {
            Step::Range { range, into } => Some((*into.names().first()?, range)),
            _ => None,
        }));
    });
    ranges.into_iter()
}

/// Which loops of the program gain from wide instructions (`Gain` of the runtime), if any does: those in which
/// arithmetic or the cache is the bound, and where elements are changed in place.
///
/// A loop that does little but move memory from one array to another gets slower, since
/// half of the wide accesses to an array cross a cache line. A short one of integers is over before it is where the
/// instructions are.
pub(super) fn gains_from_wide(nested: &Loop, changes_in_place: bool) -> Option<Ident> {
    // What is packed is packed by instructions that only wide loops have.
    let packs = |write: &Write| write.mode == WriteMode::Compact;
    let mut scans = nested.levels.iter().flat_map(|level| &level.scans);
    let mut folds = nested.folds.iter();
    let scans_integers = scans.all(|scan| is_of_integers(scan.known.as_ref(), &scan.seed.expr));
    let folds_integers = folds.all(|fold| is_of_integers(fold.known.as_ref(), &fold.seed.expr));
    let gain = if cost::of_arithmetic(&nested.body) > policy::ARITHMETIC
        || nested.writes.iter().any(packs)
    {
        "Always"
    } else if nested.writes.is_empty() {
        match scans_integers && folds_integers {
            true => "Long",
            false => "Always",
        }
    } else if changes_in_place && nested.levels.is_empty() {
        "Long"
    } else if nested
        .body
        .workers()
        .any(|worker| worker.estimate.is_expensive)
    {
        "Cached"
    } else if nested.levels.is_empty() {
        return None;
    } else if scans_integers {
        // Totals of blocks are arithmetic, but of a single block nobody asks for them.
        "LongCached"
    } else {
        // Sums of floats are taken in groups.
        "Cached"
    };
    Some(Ident::new(gain, Span::call_site()))
}

/// The variable of what a fold came to in each block of a loop.
pub(super) fn of_blocks(number: usize, fold: &Fold) -> Ident {
    state(&format!("totals{number}_"), fold.id, &fold.name)
}

/// The variable of a state. The id keeps it apart from others of that name.
pub(super) fn state(kind: &str, id: usize, name: &Ident) -> Ident {
    let name_text = name.to_string();
    let text = name_text.trim_start_matches("r#");
    hidden(&format!("{text}_{kind}{id}"), name.span())
}
