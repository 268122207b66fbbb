//! Scans over processes: the prefixes that come from the process to the left, and those that go to
//! the one to the right.

use super::awaited;
use super::look_back::{Scans, each};
use super::scan::Printed;
use crate::codegen::names::{concat, inner};
use crate::ordered::ToList;
use crate::schedule::{Aggregate, Level, LookBack, Pass};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// A loop with the chains of all its sub-loops, where several processes do it. `copies` are the
/// first statements of a block. Elements that come meanwhile come, if `in_rounds`, during the first pass
/// for aggregates: all of them are there when prefixes are found.
pub(super) fn chained(
    scans: &[Scans<'_>],
    run_blocks: TokenStream,
    copies: &[TokenStream],
    in_rounds: bool,
) -> TokenStream {
    let part = inner("part");
    let has_levels = scans.iter().any(|scans| !scans.sub_loop.levels.is_empty());
    let run_blocks = match has_levels {
        true => quote!(#part.unless_left_failed(|| #run_blocks)),
        false => run_blocks,
    };
    let done = scans
        .iter()
        .fold(run_blocks, |done, scans| scans.left(done));
    let sharing = scans.iter();
    let sharing = sharing.filter(|scans| scans.sub_loop.shares_messages);
    let sharing: Vec<&Scans<'_>> = sharing.list();
    let has_levels = |scans: &Scans<'_>| !scans.sub_loop.levels.is_empty();
    let first = scans.iter().position(has_levels);
    let scans = scans.iter().enumerate().rev();
    let job = scans.fold(done, |job, (number, scans)| {
        let is_first = sharing.is_empty() && first == Some(number);
        scans.relayed(job, copies, in_rounds && is_first)
    });
    match sharing.is_empty() {
        true => job,
        false => together(&sharing, job, copies, in_rounds),
    }
}

/// The run of a pass that finds aggregates.
fn run_of_pass(in_rounds: bool) -> TokenStream {
    let blocks = inner("blocks");
    match in_rounds {
        true => awaited::in_rounds(&blocks),
        false => blocks.to_token_stream(),
    }
}

/// The job behind a pass that finds aggregates. A process that has no use for them waits here.
fn behind_pass(in_rounds: bool, job: TokenStream) -> TokenStream {
    match in_rounds {
        true => awaited::behind(&job),
        false => job,
    }
}

/// Finds the aggregates of the first levels of several sub-loops in one pass over the blocks, ahead of the
/// loop, so that their prefixes share messages.
fn together(
    scans: &[&Scans<'_>],
    job: TokenStream,
    copies: &[TokenStream],
    in_rounds: bool,
) -> TokenStream {
    let (part, all) = (inner("part"), inner("entering"));
    let (rt, mpi) = (&scans[0].cpu.rt, scans[0].cpu.mpi());
    let (block, blocks) = (inner("block"), run_of_pass(in_rounds));
    let job = behind_pass(in_rounds, job);
    let both = |of: &dyn Fn(&Scans<'_>, &Level) -> TokenStream| {
        let each = scans
            .iter()
            .map(|scans| of(scans, &scans.sub_loop.levels[0].0));
        let each: Vec<TokenStream> = each.list();
        let (last, others) = each.split_last().expect("several sub-loops");
        let others = others.iter().rev();
        others.fold(last.clone(), |all, own| quote!(#mpi::Both(#own, #all)))
    };
    let found = both(&|scans, level| {
        let found = scans.total(level, &scans.sub_loop.ahead[0]);
        quote!({ #found })
    });
    let (prefixes, aggregates) = (
        both(&|_, level| each("prefix", level)),
        both(&|_, level| each("aggregate", level)),
    );
    let inclusive = both(&|scans, level| scans.of_each(level, Printed::inclusive));
    let seeds = both(&|scans, level| scans.of_each(level, Printed::seed));
    let entering: Vec<Ident> = scans.iter().map(|scans| scans.entering(0)).list();
    let (last, others) = entering.split_last().expect("several sub-loops");
    // Of all, those of the first sub-loop and the rest, and so on.
    let apart = others
        .iter()
        .map(|own| quote!(let (#own, #all) = #all.apart();));
    // Copies that no aggregate needs are for the loop alone.
    let copies = quote!(#(#[allow(unused_variables)] #copies)*);
    quote! {
        #part.ahead(
            || #blocks.blocks((), |#block, _| {
                #block.unless_last(|| { #copies #rt::Ok(#found) })
            }),
            |#prefixes, #aggregates| #inclusive,
            |#all| {
                #(#apart)*
                let #last = #all;
                #job
            },
            || #seeds,
        )
    }
}

impl Scans<'_> {
    /// The prefixes that leave the last block, level after level, as far as they were not known
    /// ahead of the loop.
    fn left(&self, done: TokenStream) -> TokenStream {
        let levels = self.sub_loop.levels.iter().enumerate();
        levels.fold(done, |done, (index, (level, _))| {
            let (entering, chain) = (self.entering(index), self.chain_of(index));
            let is_known = self.ahead(index).is_some() && level.look_back == LookBack::Aggregate;
            match is_known {
                true => done,
                false => quote!(#entering.leave(#done, || #chain.last())),
            }
        })
    }

    /// Runs a loop with the chains of its levels, into which the prefixes of this process enter.
    /// The prefixes of its first level are there if it shares messages. Elements come during the pass for
    /// that level if `in_rounds`.
    fn relayed(
        &self,
        run_blocks: TokenStream,
        copies: &[TokenStream],
        in_rounds: bool,
    ) -> TokenStream {
        let is_shared = self.sub_loop.shares_messages;
        let part = inner("part");
        let levels = self.sub_loop.levels.iter().enumerate().rev();
        let mut job = run_blocks;
        // The chains are inside of all that is found ahead, which has no chains.
        for (index, (level, _)) in levels.clone() {
            let entering = self.entering(index);
            let seeds = self.of_each(level, Printed::seed);
            job = match self.ahead(index) {
                Some(_) if level.look_back == LookBack::Aggregate => {
                    let (run, chain) = (inner("run"), self.chain_of(index));
                    quote!(#run.chained_knowing(|#chain| #job, || #entering.entering()))
                }
                Some(_) => self.with_chain(index, &job, &quote!(#entering.first())),
                None => self.with_chain(index, &job, &quote!(#entering.first(|| #seeds))),
            };
        }
        for (index, (level, aggregate)) in levels.filter(|(index, _)| *index > 0 || !is_shared) {
            let entering = self.entering(index);
            job = match self.ahead(index) {
                None => quote!(#part.in_turn(|#entering| #job)),
                Some(pass) => {
                    let in_rounds = in_rounds && index == 0;
                    let found = self.found(index, pass, copies, in_rounds);
                    let job = behind_pass(in_rounds, job);
                    let leave = self.leave(level, aggregate);
                    let seeds = self.of_each(level, Printed::seed);
                    let ahead = match level.look_back {
                        LookBack::Aggregate => quote!(ahead),
                        LookBack::Transitions | LookBack::LastState => quote!(ahead_of_steps),
                    };
                    quote!(#part.#ahead(|| #found, #leave, |#entering| #job, || #seeds))
                }
            };
        }
        job
    }

    /// The pass that finds the aggregates of a level ahead of the loop, if one does.
    fn ahead(&self, index: usize) -> Option<&Pass> {
        self.sub_loop.ahead.get(index)
    }

    /// The variable of the prefixes that enter a process.
    fn entering(&self, index: usize) -> Ident {
        inner(&format!("entering{}", self.sub_loop.chain + index))
    }

    /// The loop that finds the aggregates of the blocks at a level.
    fn found(
        &self,
        index: usize,
        pass: &Pass,
        copies: &[TokenStream],
        in_rounds: bool,
    ) -> TokenStream {
        let (rt, block, blocks) = (&self.cpu.rt, inner("block"), run_of_pass(in_rounds));
        let levels = &self.sub_loop.levels;
        let (level, aggregate) = &levels[index];
        let earlier = levels.iter().zip(&self.sub_loop.ahead).take(index);
        let earlier = earlier.enumerate().map(|(index, ((level, _), pass))| {
            let (entering, prefixes) = (self.entering(index), each("prefix", level));
            let of_ranges = self.sub_loop.interleaved.then(|| {
                let aggregates = each("aggregate", level);
                let found = self.aggregate(level, pass, Printed::aggregates_of_ranges);
                quote!(let #aggregates = { #found };)
            });
            quote!(let #prefixes = #entering.of(#block); #of_ranges)
        });
        let earlier = concat(earlier);
        let found = match aggregate {
            Aggregate::FromRight => {
                let found = self.found_from_right(level, Some(self.pass(pass)));
                quote!(#block.aggregate_from_right(#found))
            }
            Aggregate::Pass | Aggregate::Earlier(_) => {
                let found = self.total(level, pass);
                quote!(#rt::Ok({ #found }))
            }
        };
        // Copies that no aggregate needs are for the loop alone.
        let copies = quote!(#(#[allow(unused_variables)] #copies)*);
        let found = quote!(#copies #earlier #found);
        // Nobody needs that of the last block of all, which one process does not find either.
        let found = match level.look_back {
            LookBack::Aggregate => quote!(#block.unless_last(|| { #found })),
            LookBack::Transitions | LookBack::LastState => found,
        };
        let all = quote!(#blocks.blocks((), |#block, _| { #found }));
        match index.checked_sub(1) {
            Some(before) => {
                let known = (0..index).map(|index| {
                    let entering = self.entering(index);
                    quote!(let #entering = #entering.known();)
                });
                let before = self.entering(before);
                quote!(#before.then(|| { #(#known)* #all }))
            }
            None => all,
        }
    }

    /// The statements that find the aggregates of a level in a block, and these.
    fn total(&self, level: &Level, pass: &Pass) -> TokenStream {
        let printed = match self.sub_loop.interleaved {
            true => Printed::total_of_ranges,
            false => Printed::aggregate,
        };
        self.aggregate(level, pass, printed)
    }

    /// The statements that find the aggregates of a level in a block, and their values, of which `printed`
    /// is the code where an operator makes them.
    fn aggregate<'s>(
        &'s self,
        level: &'s Level,
        pass: &Pass,
        printed: impl Fn(&Printed<'s>) -> TokenStream,
    ) -> TokenStream {
        let (states, pass) = (self.states(&level.body), self.pass(pass));
        let found = match level.look_back {
            LookBack::Aggregate => self.of_each(level, printed),
            LookBack::Transitions | LookBack::LastState => each("aggregate", level),
        };
        let raised = self.raised(level);
        quote!(#states #pass #raised #found)
    }

    /// The function from the prefixes that enter a block and its aggregates to those that leave it.
    fn leave(&self, level: &Level, aggregate: &Aggregate) -> TokenStream {
        let rt = &self.cpu.rt;
        let (prefixes, aggregates) = (each("prefix", level), each("aggregate", level));
        let inclusive = match level.look_back {
            LookBack::Aggregate => self.of_each(level, Printed::inclusive),
            LookBack::Transitions | LookBack::LastState => {
                let last = self.composed_last(level);
                quote!(#rt::Some(#last))
            }
        };
        match aggregate {
            Aggregate::FromRight => quote! {
                |#prefixes, aggregate| match aggregate {
                    #rt::Some(#aggregates) => #inclusive,
                    #rt::None => #prefixes,
                }
            },
            _ => quote!(|#prefixes, #aggregates| #inclusive),
        }
    }
}
