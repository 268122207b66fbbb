//! One block of a loop: its sweeps, in their order.

use super::accumulator::{Accumulator, Order};
use super::body::Body;
use super::layout::{Layout, Unit};
use super::nested::{gains_from_wide, generating, state};
use super::sweep::{Place, Purpose, Sweep, Target};
use super::{Cpu, inner, list};
use crate::nest::{ArrayId, Loop, Region, cost};
use crate::schedule::apart::{self, Apart};
use crate::schedule::{packed, policy};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::BTreeMap;

/// What a block does, and what its folds came to then, by their numbers.
struct Work {
    code: TokenStream,
    folds: BTreeMap<usize, TokenStream>,
}

impl Cpu<'_> {
    /// The closure of a block of a loop that is done as a `whole`, or in parts, which have `wide` instructions where
    /// they gain from them. It returns what the folds came to.
    pub(super) fn block(&self, layout: &Layout<'_>, wide: bool, here: Span) -> TokenStream {
        let (block, out) = (inner("block"), inner("out"));
        let whole = &layout.whole;
        let copies = self.copies(whole.nested);
        let work = match layout.parts.is_empty() {
            true => {
                let work = self.work(whole, whole.targets(), here);
                self.done(whole.nested, work)
            }
            false => self.in_parts(layout, wide, here),
        };
        quote_spanned! {here=>
            |#block, #out| {
                #copies
                #work
            }
        }
    }

    /// What a block of a loop in parts does: one part after the other; or all at once, to find out what fails first.
    fn in_parts(&self, layout: &Layout<'_>, wide: bool, here: Span) -> TokenStream {
        let (block, out) = (inner("block"), inner("out"));
        let Layout {
            whole,
            parts,
            again,
        } = layout;
        let names = parts.iter().flat_map(Unit::outs);
        let apart = names.map(|name| quote!(let (mut #name, mut #out) = #out.apart();));
        let apart: TokenStream = apart.collect();

        let mut all = Work {
            code: TokenStream::new(),
            folds: BTreeMap::new(),
        };
        for (number, part) in parts.iter().enumerate() {
            let enters = self.enters(part, number);
            let work = self.work(part, part.targets(), here);
            let Work { code, folds } = match wide {
                true => self.wide(part, work),
                false => work,
            };
            let is_read = |array: ArrayId| {
                let mut later = parts[number + 1..].iter();
                later.any(|later| later.nested.body.reads.contains(&array))
            };
            let packed = self.packed(&part.targets(), &is_read);
            all.code.extend(quote!(#enters #code #packed));
            all.folds.extend(folds);
        }
        let all = self.done(whole.nested, all);
        if !again {
            return quote!(#apart #all);
        }
        let results = parts.iter().map(Unit::target);
        let names = parts.iter().map(Unit::out);
        let alone = self.work(whole, results.collect(), here);
        let alone = self.done(whole.nested, alone);
        quote_spanned! {here=>
            #apart
            // First, since it says of which types the scans are.
            if #block.in_parts() {
                #all
            } else {
                #(let #names = &mut #names;)*
                #alone
            }
        }
    }

    /// What a part of a block begins with: but for the first one they are over what an earlier one has packed.
    fn enters(&self, part: &Unit<'_>, number: usize) -> TokenStream {
        let outs = part.outs();
        if number == 0 {
            return quote!(#(let #outs = &mut #outs;)*);
        }
        let (block, dense) = (inner("block"), part.place.block());
        let kept = inner(&format!("kept{number}"));
        let len = part.nested.body.reads.first();
        let len = len.map(|array| self.names.packed(*array));
        quote! {
            let #kept = #block.kept(#len.len());
            let #dense = &#kept.block();
            #(let #outs = &mut #outs.kept(&#kept)?;)*
        }
    }

    /// The work of a part, with wide instructions if it gains from them.
    fn wide(&self, part: &Unit<'_>, work: Work) -> Work {
        let reads_old = Body::new(self).reads_old(&part.nested.body, part.results());
        let Some(gain) = gains_from_wide(part.nested, reads_old) else {
            return work;
        };
        let Work { code, folds } = work;
        let (rt, block, outs) = (&self.rt, inner("block"), part.outs());
        let names = part.nested.folds.iter();
        let names: BTreeMap<usize, TokenStream> = names
            .map(|fold| {
                let name = state("part", fold.id, &fold.name);
                (fold.id, quote!(#name))
            })
            .collect();
        let (pattern, folds) = (list(names.values().cloned()), list(folds.into_values()));
        let once = quote!(|(#(#outs,)*)| { #code #rt::Ok(#folds) });
        let code = quote! {
            let #pattern = #block.wide(#rt::Gain::#gain, (#(&mut *#outs,)*), #once, #once)?;
        };
        Work { code, folds: names }
    }

    /// What a block returns after some work.
    fn done(&self, nested: &Loop, work: Work) -> TokenStream {
        let rt = &self.rt;
        let Work { code, folds } = work;
        let folds = list(nested.folds.iter().map(|fold| folds[&fold.id].clone()));
        quote!(#code #rt::Ok(#folds))
    }

    /// What a block does for a loop, or for one of its parts.
    fn work<'t>(&self, unit: &'t Unit<'_>, targets: Vec<Target<'t>>, here: Span) -> Work {
        let nested = unit.nested;
        let strict = self.target.strict;
        let prefixes = unit.prefixes();
        let strict_folds = nested.folds.iter().filter(|_| strict).map(|fold| {
            let name = state("fold", fold.id, &fold.name);
            let seed = state("seed", fold.id, &fold.name);
            quote!(let mut #name = #seed;)
        });
        let states = unit.states(&nested.body);
        let packed = match strict {
            true => None,
            false => packed::of(nested),
        };
        let rest = packed.as_ref().map_or(&nested.body, |packed| &packed.rest);
        let apart = match strict || nested.cost > policy::SINGLE_CALL_SITE {
            true => None,
            false => apart::of(nested, rest),
        };
        let (first, last) = self.sweeps(unit, rest, targets.clone(), apart.as_ref());
        let folds = packed.iter().flat_map(|packed| &packed.folds);
        let packed: Vec<Sweep<'_>> = folds.map(|folds| of_packed(nested, folds)).collect();
        let folds = nested.folds.iter().map(|fold| {
            if strict {
                let name = state("fold", fold.id, &fold.name);
                return (fold.id, quote!(#name));
            }
            let mut sweeps = first.iter().chain(&packed);
            let its = sweeps.find(|sweep| sweep.region.folds().contains(&fold.id));
            let order = Order::of(its.unwrap_or(&last));
            (fold.id, Accumulator::fold(fold).part(&order))
        });
        let folds = folds.collect();
        let sweeps = first.iter().chain([&last]);
        let sweeps: TokenStream = sweeps.map(|sweep| Body::new(self).sweep(sweep)).collect();
        let leaves = unit.leaves();
        let packed = self.over_packed(&targets, &packed);
        let code = quote_spanned! {here=>
            #prefixes
            #(#strict_folds)*
            #states
            #sweeps
            #leaves
            #packed
        };
        Work { code, folds }
    }

    /// The sweep of a block that writes, for what is left of the body, and the one before it for folds that are
    /// swept for by themselves.
    fn sweeps<'s>(
        &self,
        unit: &'s Unit<'_>,
        rest: &'s Region,
        targets: Vec<Target<'s>>,
        apart: Option<&'s Apart>,
    ) -> (Option<Sweep<'s>>, Sweep<'s>) {
        let nested = unit.nested;
        let own = rest.folds();
        let folds = || {
            let folds = nested.folds.iter().filter(|fold| own.contains(&fold.id));
            folds.map(Accumulator::fold)
        };
        let all = Sweep {
            region: rest,
            targets,
            accumulators: match self.target.strict {
                true => Vec::new(),
                false => folds().chain(unit.carries()).collect(),
            },
            purpose: unit.purpose,
            place: unit.place,
            cost: cost::of(rest),
            lanes: unit.lanes(),
            by_ranges: unit.by_ranges,
            steps: &unit.steps,
            memos: &unit.memos,
        };
        let Some(Apart {
            folds: first,
            writes,
        }) = apart
        else {
            return (None, all);
        };
        let out = unit.out();
        let first = Sweep {
            region: first,
            targets: vec![Target {
                out: quote!(&mut #out.aside(&mut ())),
                memos: &[],
                writes: &[],
                joined: &[],
            }],
            accumulators: folds().collect(),
            ..all
        };
        let last = Sweep {
            region: writes,
            targets: all.targets,
            accumulators: Vec::new(),
            ..all
        };
        (Some(first), last)
    }

    /// Binds what a block has packed, as far as it is read.
    fn packed(&self, targets: &[Target<'_>], is_read: &dyn Fn(ArrayId) -> bool) -> TokenStream {
        let read = |target: &&Target<'_>| target.writes.iter().any(|write| is_read(write.array));
        let bound = targets.iter().filter(read).map(|target| {
            let memos = target.memos.iter().map(|_| quote!(_));
            let packed = target
                .writes
                .iter()
                .map(|write| match is_read(write.array) {
                    true => {
                        let packed = self.names.packed(write.array);
                        quote!(#packed)
                    }
                    false => quote!(_),
                });
            let packed = list(memos.chain(packed).collect::<Vec<_>>());
            let out = &target.out;
            quote!(let #packed = #out.packed();)
        });
        bound.collect()
    }

    /// The sweeps over what the block has packed, each one as over a block of that length.
    fn over_packed(&self, targets: &[Target<'_>], sweeps: &[Sweep<'_>]) -> TokenStream {
        let (block, kept) = (inner("block"), inner("kept"));
        let dense = Place::Packed.block();
        let is_read = |array: ArrayId| {
            let mut sweeps = sweeps.iter();
            sweeps.any(|sweep| sweep.region.reads.contains(&array))
        };
        let packed = self.packed(targets, &is_read);
        let sweeps = sweeps.iter().map(|sweep| {
            let of = sweep.region.reads.first().copied();
            let len = of.map(|array| self.names.packed(array));
            let sweep = Body::new(self).sweep(sweep);
            quote! {
                let #kept = #block.kept(#len.len());
                let #dense = &#kept.block();
                #sweep
            }
        });
        quote!(#packed #(#sweeps)*)
    }

    /// Copies of what a loop generates elements from and of the scalars that its workers name.
    fn copies(&self, nested: &Loop) -> TokenStream {
        let scalars = self.copied.in_loop(nested).into_iter();
        let scalars = scalars.map(|scalar| {
            let name = &self.nest.scalars[scalar].name;
            quote!(let #name = #name;)
        });
        let ranges = generating(nested).map(|(name, _)| {
            let name = self.names.range(name);
            quote!(let #name = ::core::clone::Clone::clone(&#name);)
        });
        scalars.chain(ranges).collect()
    }
}

/// A sweep for folds over what a block has packed.
fn of_packed<'s>(nested: &'s Loop, region: &'s Region) -> Sweep<'s> {
    let own = region.folds();
    let folds = nested.folds.iter().filter(|fold| own.contains(&fold.id));
    Sweep {
        region,
        targets: Vec::new(),
        accumulators: folds.map(Accumulator::fold).collect(),
        purpose: Purpose::Results,
        place: Place::Packed,
        cost: cost::of(region),
        lanes: None,
        by_ranges: false,
        steps: &[],
        memos: &[],
    }
}
