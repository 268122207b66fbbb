//! One block of a loop: its sub-loops and their passes, in order.

use super::awaited;
use super::body::BodyPrinter;
use super::context::{Cpu, list, state};
use super::look_back::Scans;
use super::pass;
use super::port::{block_of, out_of};
use super::reduction::Printed;
use crate::codegen::names::{concat, inner};
use crate::nest::{ArrayId, Fold, Loop};
use crate::ordered::{OrderedMap, ToList};
use crate::schedule::columns::Columns;
use crate::schedule::{Kind, LoopSchedule, Over, Pass, Purpose, Simd, SubLoop};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// The statements of a block, and the partial results of its folds after them, by their numbers.
struct Work {
    code: TokenStream,
    folds: OrderedMap<usize, TokenStream>,
}

impl Cpu<'_> {
    /// The closure of a block of a loop, whose sub-loops, if it is split, have `wide` instructions
    /// where they gain from them. It returns the partial results of the folds.
    pub(super) fn block(
        &self,
        nested: &Loop,
        schedule: &LoopSchedule,
        wide: bool,
        here: Span,
    ) -> TokenStream {
        let (block, out) = (inner("block"), inner("out"));
        let copies = self.copies(nested, schedule);
        let taken = awaited::taken(&self.awaited_during(nested));
        let work = match &schedule.sub_loops[..] {
            [whole] => {
                let work = self.work(whole, here);
                self.done(nested, work)
            }
            sub_loops => self.in_sub_loops(nested, schedule, sub_loops, wide, here),
        };
        quote_spanned! {here=>
            |#block, #out| {
                #(#copies)*
                #taken
                #work
            }
        }
    }

    /// The statements of a block in a loop that is split: one sub-loop after the other; or all at
    /// once, to find the leftmost failure.
    fn in_sub_loops(
        &self,
        nested: &Loop,
        schedule: &LoopSchedule,
        sub_loops: &[SubLoop],
        wide: bool,
        here: Span,
    ) -> TokenStream {
        let (block, out) = (inner("block"), inner("out"));
        let names = sub_loops.iter().flat_map(outs);
        let split = names.map(|name| quote!(let (mut #name, mut #out) = #out.split();));
        let split = concat(split);

        let mut all = Work {
            code: TokenStream::new(),
            folds: OrderedMap::new(),
        };
        for (number, sub_loop) in sub_loops.iter().enumerate() {
            let enters = self.enters(sub_loop, number);
            let work = self.work(sub_loop, here);
            let Work { code, folds } = match sub_loop.simd.filter(|_| wide) {
                Some(simd) => self.simd(sub_loop, simd, work),
                None => work,
            };
            let is_read = |array: ArrayId| {
                let mut later = sub_loops[number + 1..].iter();
                later.any(|later| later.nested.body.arrays().any(|read| read == array))
            };
            let compacted = self.compacted(&sub_loop.columns(), &is_read);
            all.code.extend(quote!(#enters #code #compacted));
            all.folds.extend(folds);
        }
        let all = self.done(nested, all);
        let Some(replay) = &schedule.replay else {
            return quote!(#split #all);
        };
        let names = sub_loops.iter();
        let names = names.map(|sub_loop| out_of(sub_loop.number, false));
        let replay = self.work(replay, here);
        let replay = self.done(nested, replay);
        quote_spanned! {here=>
            #split
            // First, since it says of which types the scans are.
            if #block.in_sub_loops() {
                #all
            } else {
                #(let #names = &mut #names;)*
                #replay
            }
        }
    }

    /// The first statements of a sub-loop, which is over the block or over arrays that an earlier one
    /// has compacted.
    fn enters(&self, sub_loop: &SubLoop, number: usize) -> TokenStream {
        let outs = outs(sub_loop);
        if sub_loop.over() == Over::Block {
            return quote!(#(let #outs = &mut #outs;)*);
        }
        let (block, dense) = (inner("block"), block_of(sub_loop.over()));
        let short = inner(&format!("short{number}"));
        let len = sub_loop.nested.body.arrays().next();
        let len = len.map(|array| self.names.compacted(array));
        quote! {
            let #short = #block.compacted(#len.len());
            let #dense = &#short.block();
            #(let #outs = &mut #outs.over(&#short)?;)*
        }
    }

    /// The work of a sub-loop, with wide instructions.
    fn simd(&self, sub_loop: &SubLoop, simd: Simd, work: Work) -> Work {
        let Work { code, folds } = work;
        let (rt, block, outs) = (&self.rt, inner("block"), outs(sub_loop));
        let names = sub_loop.nested.folds.iter();
        let names: OrderedMap<usize, TokenStream> = names
            .map(|fold| {
                let name = state("part", fold.id, &fold.name);
                (fold.id, quote!(#name))
            })
            .collect();
        let (pattern, folds) = (
            list(names.values().cloned()),
            list(folds.into_iter().map(|(_, fold)| fold)),
        );
        let olds = sub_loop.olds.iter();
        let olds: Vec<Ident> = olds
            .map(|columns| out_of(columns.of, columns.is_for_later))
            .list();
        let once = quote!(|(#(#outs,)* #(#olds,)*)| { #code #rt::Ok(#folds) });
        let state = quote!((#(&mut *#outs,)* #(&mut #olds,)*));
        let call = match policy(simd) {
            Some(policy) => quote!(simd(#rt::simd::#policy, #state, #once, #once)),
            None => quote!(widest(#state, #once, #once, #once)),
        };
        let code = quote!(let #pattern = #block.#call?;);
        Work { code, folds: names }
    }

    /// The value that a block returns after its statements.
    fn done(&self, nested: &Loop, work: Work) -> TokenStream {
        let rt = &self.rt;
        let Work { code, folds } = work;
        let folds = list(nested.folds.iter().map(|fold| folds[&fold.id].clone()));
        quote!(#code #rt::Ok(#folds))
    }

    /// The statements of a block for a sub-loop.
    fn work(&self, sub_loop: &SubLoop, here: Span) -> Work {
        let scans = Scans::new(self, sub_loop);
        let prefixes = scans.prefixes();
        let folds = &sub_loop.nested.folds;
        let from_seeds = folds.iter().filter(|_| sub_loop.serial).map(|fold| {
            let name = state("fold", fold.id, &fold.name);
            let seed = state("seed", fold.id, &fold.name);
            match fold.intake.step() {
                Some(_) => {
                    let rt = &self.rt;
                    quote!(let mut #name = #rt::Some(::core::clone::Clone::clone(&#seed));)
                }
                None => quote!(let mut #name = #seed;),
            }
        });
        let states = scans.states(&sub_loop.nested.body);
        let passes = sub_loop.passes.iter();
        let passes = passes.filter(|pass| !pass.purpose.is_reading());
        let (over_results, passes): (Vec<&Pass>, Vec<&Pass>) =
            passes.partition(|pass| pass.over == Over::Results);
        let columns = passes.iter().find(|pass| pass.purpose == Purpose::Results);
        let columns = columns.map_or(&[][..], |pass| &pass.columns);
        let over_results = self.over_results(sub_loop, columns, &over_results);
        let passes = passes
            .iter()
            .map(|pass| pass::print(&BodyPrinter::new(self, sub_loop), pass));
        let published = scans.publish();
        let code = quote_spanned! {here=>
            #prefixes
            #(#from_seeds)*
            #states
            #(#passes)*
            #published
            #over_results
        };
        let folds = folds
            .iter()
            .map(|fold| (fold.id, self.partial(sub_loop, fold)));
        Work {
            code,
            folds: folds.collect(),
        }
    }

    /// The partial result of a fold in a block.
    fn partial(&self, sub_loop: &SubLoop, fold: &Fold) -> TokenStream {
        let reductions = sub_loop.passes.iter().flat_map(|pass| &pass.reductions);
        let mut its = reductions.filter(|one| one.kind == Kind::Fold && one.id == fold.id);
        let its = its.next().expect("each fold has a pass");
        Printed::new(its, self).partial()
    }

    /// Binds the elements that a block has compacted, as far as they are read.
    fn compacted(&self, columns: &[Columns], is_read: &dyn Fn(ArrayId) -> bool) -> TokenStream {
        let read = |columns: &&Columns| columns.writes.iter().any(|write| is_read(write.array));
        let bound = columns.iter().filter(read).map(|columns| {
            let temporaries = columns.temporaries.iter().map(|_| quote!(_));
            let compacted = columns.writes.iter();
            let compacted = compacted.map(|write| match is_read(write.array) {
                true => {
                    let compacted = self.names.compacted(write.array);
                    quote!(#compacted)
                }
                false => quote!(_),
            });
            let compacted = list(temporaries.chain(compacted).list());
            let out = out_of(columns.of, columns.is_for_later);
            quote!(let #compacted = #out.compacted();)
        });
        concat(bound)
    }

    /// The passes over the elements that the block has compacted or written, each as over a block of
    /// that length.
    fn over_results(
        &self,
        sub_loop: &SubLoop,
        columns: &[Columns],
        passes: &[&Pass],
    ) -> TokenStream {
        let (block, short) = (inner("block"), inner("short"));
        let dense = block_of(Over::Results);
        let is_read = |array: ArrayId| {
            let mut passes = passes.iter();
            passes.any(|pass| pass.region.arrays().any(|read| read == array))
        };
        let compacted = self.compacted(columns, &is_read);
        let passes = passes.iter().map(|pass| {
            let of = pass.region.arrays().next();
            let len = of.map(|array| self.names.compacted(array));
            let pass = pass::print(&BodyPrinter::new(self, sub_loop), pass);
            quote! {
                let #short = #block.compacted(#len.len());
                let #dense = &#short.block();
                #pass
            }
        });
        quote!(#compacted #(#passes)*)
    }

    /// Copies of the values that a loop generates elements from and of the scalars that its workers
    /// name.
    pub(super) fn copies(&self, nested: &Loop, schedule: &LoopSchedule) -> Vec<TokenStream> {
        let scalars = schedule.hoisted.iter();
        let scalars = scalars.map(|scalar| {
            let name = &self.nest.scalars[*scalar].name;
            quote!(let #name = #name;)
        });
        let ranges = nested.ranges().into_iter().map(|(name, _)| {
            let name = self.names.range(name);
            quote!(let #name = ::core::clone::Clone::clone(&#name);)
        });
        scalars.chain(ranges).list()
    }
}

/// The runtime's word for when wide instructions run; `None` for the widest, which have a method of
/// their own.
pub(super) fn policy(simd: Simd) -> Option<Ident> {
    let name = match simd {
        Simd::Widest => return None,
        Simd::Always => "Always",
        Simd::Long => "Long",
        Simd::Cached => "Cached",
        Simd::LongCached => "LongCached",
    };
    Some(Ident::new(name, Span::call_site()))
}

/// The variables of the arrays that a sub-loop compacts for later ones, if any, and of its results.
fn outs(sub_loop: &SubLoop) -> Vec<Ident> {
    let for_later = (sub_loop.for_later > 0).then(|| out_of(sub_loop.number, true));
    let results = out_of(sub_loop.number, false);
    for_later.into_iter().chain([results]).list()
}
