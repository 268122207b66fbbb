//! One block of a loop: its sweeps, in their order.

use super::accumulator::{Accumulator, Order};
use super::body::Body;
use super::look_back::{LookBack, Place};
use super::nested::{generating, state};
use super::sweep::{LARGE, Purpose, Sources, Sweep};
use super::{Cpu, inner, list};
use crate::nest::apart::{self, Apart};
use crate::nest::front::Front;
use crate::nest::{Loop, Region, Write, cost, packed};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

impl Cpu<'_> {
    /// The closure of a block. It returns what the folds came to.
    pub(super) fn block(
        &self,
        nested: &Loop,
        look_back: &LookBack<'_>,
        front: Option<&Front>,
        here: Span,
    ) -> TokenStream {
        let (block, out) = (inner("block"), inner("out"));
        let copies = self.copies(nested);
        let work = match front {
            Some(front) => self.behind(nested, look_back, front, here),
            None => self.work(nested, look_back, here),
        };
        quote_spanned! {here=>
            |#block, #out| {
                #copies
                #work
            }
        }
    }

    /// What a block does whose loop stands behind a filter: it packs what that keeps, unless it is the only one, and all
    /// else is done with that.
    fn behind(
        &self,
        nested: &Loop,
        look_back: &LookBack<'_>,
        front: &Front,
        here: Span,
    ) -> TokenStream {
        let (block, out) = (inner("block"), inner("out"));
        let (first, kept) = (inner("front"), inner("kept"));
        let dense = Sources::Packed.block();
        let filter = Body::new(self).sweep(&Sweep {
            region: &front.filter,
            writes: &[],
            accumulators: Vec::new(),
            out: quote!(&mut #first),
            purpose: Purpose::Front,
            sources: Sources::Memory,
            cost: cost::of(&front.filter),
            lanes: None,
            by_ranges: false,
            steps: &[],
            memos: &[],
        });
        let names = front.kept.iter().map(|array| self.names.packed(*array));
        let names: Vec<Ident> = names.collect();
        let packed = list(names.iter().map(|name| quote!(#name)));
        let len = names.first();
        let alone = self.work(nested, &look_back.alone(nested), here);
        let rest = self.work(&front.rest, look_back, here);
        quote_spanned! {here=>
            let (mut #first, mut #out) = #out.apart();
            // First, since it says of which types the scans are.
            if #block.has_others() {
                #filter
                let #packed = #first.packed();
                let #kept = #block.kept(#len.len());
                let #dense = &#kept.block();
                let #out = &mut #out.kept(&#kept);
                #rest
            } else {
                let #out = &mut #out;
                #alone
            }
        }
    }

    /// What a block does.
    fn work(&self, nested: &Loop, look_back: &LookBack<'_>, here: Span) -> TokenStream {
        let rt = &self.rt;
        let strict = self.target.strict;
        let prefixes = look_back.prefixes();
        let strict_folds = nested.folds.iter().filter(|_| strict).map(|fold| {
            let name = state("fold", fold.id, &fold.name);
            let seed = state("seed", fold.id, &fold.name);
            quote!(let mut #name = #seed;)
        });
        let states = look_back.states(&nested.body);
        let packed = match strict {
            true => None,
            false => packed::of(nested),
        };
        let rest = packed.as_ref().map_or(&nested.body, |packed| &packed.rest);
        let apart = match strict || nested.cost > LARGE || look_back.place != Place::Everywhere {
            true => None,
            false => apart::of(nested, rest),
        };
        let (first, last) = self.sweeps(nested, rest, look_back, apart.as_ref());
        let folds = packed.iter().flat_map(|packed| &packed.folds);
        let packed: Vec<Sweep<'_>> = folds.map(|folds| of_packed(nested, folds)).collect();
        let parts = list(nested.folds.iter().map(|fold| {
            if strict {
                let name = state("fold", fold.id, &fold.name);
                return quote!(#name);
            }
            let mut sweeps = first.iter().chain(&packed);
            let its = sweeps.find(|sweep| sweep.region.folds().contains(&fold.id));
            Accumulator::fold(fold).part(&Order::of(its.unwrap_or(&last)))
        }));
        let sweeps = first.iter().chain([&last]);
        let sweeps: TokenStream = sweeps.map(|sweep| Body::new(self).sweep(sweep)).collect();
        let leaves = look_back.leaves();
        let packed = self.over_packed(nested, look_back.memos.len(), &packed);
        quote_spanned! {here=>
            #prefixes
            #(#strict_folds)*
            #states
            #sweeps
            #leaves
            #packed
            #rt::Ok(#parts)
        }
    }

    /// The sweep of a block that writes, for what is left of the body, and the one before it for folds that are
    /// swept for by themselves.
    fn sweeps<'s>(
        &self,
        nested: &'s Loop,
        rest: &'s Region,
        look_back: &'s LookBack<'_>,
        apart: Option<&'s Apart>,
    ) -> (Option<Sweep<'s>>, Sweep<'s>) {
        let out = inner("out");
        let own = rest.folds();
        let folds = || {
            let folds = nested.folds.iter().filter(|fold| own.contains(&fold.id));
            folds.map(Accumulator::fold)
        };
        let all = Sweep {
            region: rest,
            writes: &nested.writes,
            accumulators: match self.target.strict {
                true => Vec::new(),
                false => folds().chain(look_back.carries()).collect(),
            },
            out: quote!(#out),
            purpose: look_back.purpose(),
            sources: look_back.sources(),
            cost: cost::of(rest),
            lanes: look_back.lanes(),
            by_ranges: look_back.by_ranges,
            steps: &look_back.steps,
            memos: &look_back.memos,
        };
        let Some(Apart {
            folds: first,
            writes,
        }) = apart
        else {
            return (None, all);
        };
        let first = Sweep {
            region: first,
            writes: &[],
            accumulators: folds().collect(),
            out: quote!(&mut #out.aside(&mut ())),
            ..all
        };
        let last = Sweep {
            region: writes,
            writes: &nested.writes,
            accumulators: Vec::new(),
            out: quote!(#out),
            ..all
        };
        (Some(first), last)
    }

    /// The sweeps over what the block has packed, each one as over a block of that length.
    fn over_packed(&self, nested: &Loop, memos: usize, sweeps: &[Sweep<'_>]) -> TokenStream {
        if sweeps.is_empty() {
            return TokenStream::new();
        }
        let (block, out, kept) = (inner("block"), inner("out"), inner("kept"));
        let dense = Sources::Packed.block();
        let is_read = |write: &Write| {
            let mut sweeps = sweeps.iter();
            sweeps.any(|sweep| sweep.region.reads.contains(&write.array))
        };
        let packed = nested.writes.iter().map(|write| match is_read(write) {
            true => {
                let packed = self.names.packed(write.array);
                quote!(#packed)
            }
            false => quote!(_),
        });
        let memos = (0..memos).map(|_| quote!(_));
        let packed = list(memos.chain(packed).collect::<Vec<_>>());
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
        quote! {
            let #packed = #out.packed();
            #(#sweeps)*
        }
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
        writes: &[],
        accumulators: folds.map(Accumulator::fold).collect(),
        out: quote!(&mut ()),
        purpose: Purpose::Results,
        sources: Sources::Packed,
        cost: cost::of(region),
        lanes: None,
        by_ranges: false,
        steps: &[],
        memos: &[],
    }
}
