//! Scans: what a block learns from those to its left, and what it hands on.

use super::accumulator::Accumulator;
use super::body::Body;
use super::layout::Unit;
use super::marker::{has_steps, marker};
use super::nested::{of_blocks, state};
use super::sweep::{Purpose, Sweep};
use super::{inner, list};
use crate::codegen::names::placed;
use crate::nest::{Level, Region, Scan, Step};
use crate::schedule::memo::By;
use crate::schedule::{again, policy};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

impl<'c> Unit<'c> {
    /// What enters scans from the left, where it must be found before the loop: an
    /// expression may return from the function, which the closure of
    /// [`chained`](Unit::chained) could not.
    pub(super) fn starts(&self) -> TokenStream {
        let scans = self.scans();
        let starts = scans.filter(|scan| !is_plain(&scan.seed.expr)).map(|scan| {
            let (name, seed) = (state("seed", scan.id, &scan.name), &scan.seed.expr);
            quote!(let #name = #seed;)
        });
        starts.collect()
    }

    /// Runs a loop with the chains of its levels. What enters a chain stands behind
    /// the loop, which says of which type it is: one of another type is then a
    /// mistake there, and nowhere else.
    pub(super) fn chained(&self, run_blocks: TokenStream) -> TokenStream {
        let run = inner("run");
        let levels = self.levels.iter().enumerate().rev();
        levels.fold(run_blocks, |job, (index, level)| {
            let chain = self.chain_of(index);
            let seeds = list(level.scans.iter().map(|scan| {
                let expr = &scan.seed.expr;
                match is_plain(expr) {
                    true => quote!(#expr),
                    false => {
                        let name = state("seed", scan.id, &scan.name);
                        placed(quote!(#name), expr.span())
                    }
                }
            }));
            quote!(#run.chained(|#chain| #job, || #seeds))
        })
    }

    /// The prefixes of all scans at the start of a block, level after level.
    pub(super) fn prefixes(&self) -> TokenStream {
        let alone = self.purpose == Purpose::Alone;
        let levels = self.levels.iter().enumerate();
        let levels = levels.map(|(index, level)| match self.by_ranges {
            _ if alone => self.seeds(index, level),
            true => self.prefixes_of_ranges(index, level),
            false => self.prefixes_of_block(index, level),
        });
        let notes = self.notes().filter(|_| !alone);
        notes.into_iter().chain(levels).collect()
    }

    /// The variable of a level's chain.
    fn chain_of(&self, index: usize) -> Ident {
        inner(&format!("chain{}", self.chain + index))
    }

    /// What enters a block that finds no totals.
    fn seeds(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let prefixes = each("prefix", level);
        quote!(let #prefixes = #chain.seed(#block)?;)
    }

    /// The sweep that does nothing but note what the others need.
    fn notes(&self) -> Option<TokenStream> {
        let mut memos = self.memos.iter().enumerate();
        let (number, sweep) = memos.find_map(|(number, memo)| match &memo.by {
            By::Itself(sweep) => Some((Literal::usize_unsuffixed(number), sweep)),
            By::Level(_) => None,
        })?;
        let out = self.out();
        Some(Body::new(self.cpu).sweep(&Sweep {
            region: sweep,
            targets: vec![self.target_of(quote!(#out.noting(#number)))],
            accumulators: Vec::new(),
            purpose: Purpose::Notes,
            place: self.place,
            cost: self.nested.cost,
            lanes: None,
            by_ranges: false,
            steps: &[],
            memos: &self.memos,
        }))
    }

    fn prefixes_of_block(&self, index: usize, level: &Level) -> TokenStream {
        let rt = &self.cpu.rt;
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, totals) = (each("prefix", level), each("total", level));
        let states = self.states(&level.sweep);
        let sweep = self.sweep(index, level);
        let parts = list(level.scans.iter().map(|scan| {
            let total = state("total", scan.id, &scan.name);
            let operator = &scan.operator.expr;
            quote!(#total.part(#operator))
        }));
        let leaving = list(level.scans.iter().map(|scan| {
            let prefix = state("prefix", scan.id, &scan.name);
            let total = state("total", scan.id, &scan.name);
            let operator = &scan.operator.expr;
            quote!(#total.join(#prefix, #operator))
        }));
        let known = self.known(level);
        quote! {
            let #prefixes = #chain.enter(
                #block,
                || {
                    #known
                    #states
                    #sweep
                    #rt::Ok(#parts)
                },
                |#prefixes, #totals| #leaving,
            )?;
        }
    }

    /// The way out of the sweep of a level whose totals an earlier loop has found.
    fn known(&self, level: &Level) -> Option<TokenStream> {
        if !self.cpu.target.parallel {
            return None;
        }
        let (rt, block) = (&self.cpu.rt, inner("block"));
        let again = again::of(self.cpu.nest, self.nested);
        let earlier = level.scans.iter().map(|scan| {
            let again = again.iter().find(|again| again.scan.id == scan.id)?;
            let of_blocks = of_blocks(again.number, again.fold);
            Some(quote!(#of_blocks.get(#block)))
        });
        let earlier: Vec<TokenStream> = earlier.collect::<Option<_>>()?;
        let totals: Vec<TokenStream> = level
            .scans
            .iter()
            .map(|scan| {
                let total = state("total", scan.id, &scan.name);
                quote!(#total)
            })
            .collect();
        let all = list(totals.iter().cloned());
        Some(quote! {
            if let (#(#rt::Some(#totals),)*) = (#(#earlier,)*) {
                return #rt::Ok(#all);
            }
        })
    }

    /// The same where scans go on in ranges, with what the ranges come to.
    fn prefixes_of_ranges(&self, index: usize, level: &Level) -> TokenStream {
        let rt = &self.cpu.rt;
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, totals) = (each("prefix", level), each("total", level));
        let states = self.states(&level.sweep);
        let sweep = self.sweep(index, level);
        let scans = level.scans.iter();
        let ranges = list(scans.map(|scan| Accumulator::scan(scan).ranges()));
        let leaving = list(level.scans.iter().map(|scan| {
            let prefix = state("prefix", scan.id, &scan.name);
            let total = state("total", scan.id, &scan.name);
            let operator = &scan.operator.expr;
            quote!(#total.leaving(#prefix, #operator))
        }));
        quote! {
            let (#prefixes, #totals) = #chain.pass(
                #block,
                || {
                    #states
                    #sweep
                    #rt::Ok(#ranges)
                },
                |#prefixes, #totals| #leaving,
            )?;
        }
    }

    /// The sweep that finds the totals of a level.
    fn sweep(&self, index: usize, level: &Level) -> TokenStream {
        let body = Body::new(self.cpu);
        let out = self.out();
        let mut sweep = Sweep {
            region: &level.sweep,
            targets: Vec::new(),
            accumulators: level.scans.iter().map(Accumulator::scan).collect(),
            purpose: Purpose::Totals(index),
            place: self.place,
            cost: level.cost,
            lanes: self.lanes(),
            by_ranges: self.by_ranges,
            steps: &self.steps,
            memos: &self.memos,
        };
        // Old elements of what is written in place are read through the sink, as notes are.
        if !self.memos.is_empty() || body.reads_old(&level.sweep, self.results()) {
            let out = match sweep.noted().map(Literal::usize_unsuffixed) {
                Some(number) => quote!(&mut #out.noting(#number)),
                None => quote!(&mut #out.reading()),
            };
            sweep.targets.push(self.target_of(out));
        }
        body.sweep(&sweep)
    }

    /// The states of the scans in a sweep: they start from their prefixes.
    pub(super) fn states(&self, region: &Region) -> TokenStream {
        let mut states = TokenStream::new();
        region.visit(&mut |region| {
            for step in &region.steps {
                if let Step::Scan(scan) = step {
                    let name = state("state", scan.id, &scan.name);
                    let prefix = state("prefix", scan.id, &scan.name);
                    let start = if self.by_ranges {
                        let total = state("total", scan.id, &scan.name);
                        let operator = &scan.operator.expr;
                        quote!(#total.states(#prefix, #operator))
                    } else if self.steps.contains(&scan.id) {
                        let rt = &self.cpu.rt;
                        let marker = marker(rt, scan.known.as_ref(), &scan.seed.expr);
                        let lanes = self.lanes();
                        quote!(#rt::Steps::<_, _, #lanes>::new(#marker, #prefix))
                    } else {
                        quote!(#prefix)
                    };
                    states.extend(quote!(let mut #name = #start;));
                    if scan.known.as_ref().is_some_and(has_steps) {
                        let (rt, step) = (&self.cpu.rt, state("step", scan.id, &scan.name));
                        let marker = marker(rt, scan.known.as_ref(), &scan.seed.expr);
                        states
                            .extend(quote!(let #step = #rt::Known::from_state(#marker, &#prefix);));
                    }
                }
            }
        });
        states
    }

    /// What the sweep that writes finds for the next block. Of ranges it is known before.
    pub(super) fn carries(&self) -> impl Iterator<Item = Accumulator<'c>> {
        let scans = self.scans().filter(|_| !self.by_ranges);
        scans.map(Accumulator::carry)
    }

    /// Hands it on.
    pub(super) fn leaves(&self) -> TokenStream {
        if self.by_ranges || self.purpose == Purpose::Alone {
            return TokenStream::new();
        }
        let block = inner("block");
        let leaves = self.levels.iter().enumerate().map(|(index, level)| {
            let chain = self.chain_of(index);
            let scans = level.scans.iter();
            let leaving = list(scans.map(|scan| {
                let last = state("state", scan.id, &scan.name);
                let last = match self.steps.contains(&scan.id) {
                    true => quote!(#last.all()),
                    false => quote!(#last),
                };
                Accumulator::carry(scan).leaving(&last)
            }));
            quote!(#chain.leave(#block, || #leaving);)
        });
        leaves.collect()
    }

    /// The number of lanes in all sweeps of a loop with scans: their totals are
    /// combined in the same order wherever they are found.
    pub(super) fn lanes(&self) -> Option<usize> {
        let scans: Vec<&Scan> = self.scans().collect();
        let apart = self.by_ranges || scans.iter().any(|scan| scan.known.is_none());
        (!scans.is_empty()).then(|| policy::lanes(self.nested.folds.len() + scans.len(), apart))
    }

    fn scans(&self) -> impl Iterator<Item = &'c Scan> + use<'c> {
        let levels = self.levels.clone();
        levels.into_iter().flat_map(|level| &level.scans)
    }
}

/// The states of a kind of a level's scans, one after the other.
fn each(kind: &str, level: &Level) -> TokenStream {
    list(level.scans.iter().map(|scan| {
        let name = state(kind, scan.id, &scan.name);
        quote!(#name)
    }))
}

/// Whether an expression is of literals and names alone.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => is_plain(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        _ => false,
    }
}
