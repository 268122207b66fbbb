//! Scans: what a block learns from those to its left, and what it hands on.

use super::accumulator::{Accumulator, lane_count};
use super::body::Body;
use super::marker::marker;
use super::nested::{of_blocks, state};
use super::sweep::{LARGE, Place, Purpose, Sweep, Target};
use super::{Cpu, inner, list, ranges};
use crate::codegen::names::placed;
use crate::nest::memo::{self, By, Memo};
use crate::nest::parts::{self, Part};
use crate::nest::{ArrayId, Known, Level, Loop, Region, Scan, Step, Write, WriteMode, again};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

/// How a loop is done, as a whole or in parts.
pub(super) struct Layout<'c> {
    /// All of it.
    pub(super) whole: LookBack<'c>,
    /// Its parts; none if it is done as a whole.
    pub(super) parts: Vec<LookBack<'c>>,
    /// Whether a block that fails in parts is done again as a whole.
    pub(super) again: bool,
}

impl<'c> Layout<'c> {
    pub(super) fn of(cpu: &'c Cpu<'c>, nested: &'c Loop, parts: &'c [Part]) -> Layout<'c> {
        let again = parts::may_doubt(parts);
        let parts = LookBack::of_parts(cpu, parts, again);
        Layout {
            whole: match parts.is_empty() {
                true => LookBack::of(cpu, nested),
                false => LookBack::alone(cpu, nested, &parts),
            },
            parts,
            again,
        }
    }
}

/// The look-back of one loop, or of one of its parts.
#[derive(Clone)]
pub(super) struct LookBack<'c> {
    cpu: &'c Cpu<'c>,
    pub(super) nested: &'c Loop,
    /// None in strict order: there is one block, which needs no look-back.
    levels: Vec<&'c Level>,
    /// The number of the first level's chain.
    chain: usize,
    /// What its sweeps are over.
    pub(super) place: Place,
    /// How many of the arrays that it writes, the first ones, are packed for other parts.
    packs: usize,
    /// What a sweep for results is for.
    pub(super) purpose: Purpose,
    /// Whether scans go on in ranges of a block side by side.
    pub(super) by_ranges: bool,
    /// The scans whose steps the runtime takes several at a time.
    pub(super) steps: Vec<usize>,
    /// What a block notes for its sweeps.
    pub(super) memos: Vec<Memo>,
    /// The results that have an element for each position of the part, which is not the first one.
    pub(super) joined: Vec<ArrayId>,
}

impl<'c> LookBack<'c> {
    /// That of a loop that is done as a whole.
    fn of(cpu: &'c Cpu<'c>, nested: &'c Loop) -> LookBack<'c> {
        let strict = cpu.target.strict;
        let by_ranges = !strict && ranges::pay(nested);
        LookBack {
            cpu,
            nested,
            levels: match strict {
                true => Vec::new(),
                false => nested.levels.iter().collect(),
            },
            chain: 0,
            place: Place::Whole,
            packs: 0,
            purpose: Purpose::Results,
            by_ranges,
            steps: match strict || by_ranges {
                true => Vec::new(),
                false => in_groups(nested),
            },
            memos: match strict {
                true => Vec::new(),
                false => memo::of(nested),
            },
            joined: Vec::new(),
        }
    }

    /// Those of the parts of a loop, where a block may be done `again` as a whole.
    fn of_parts(cpu: &'c Cpu<'c>, parts: &'c [Part], again: bool) -> Vec<LookBack<'c>> {
        let mut chain = 0;
        let parts = parts.iter().enumerate().map(|(number, part)| {
            let first = chain;
            chain += part.nested.levels.len();
            LookBack {
                chain: first,
                place: Place::Part(number),
                packs: part.packs,
                by_ranges: false,
                steps: in_groups(&part.nested),
                joined: match number == 0 || again {
                    true => Vec::new(),
                    false => joined(part),
                },
                ..LookBack::of(cpu, &part.nested)
            }
        });
        parts.collect()
    }

    /// That of a block which is done as a whole in a loop of these parts. It notes nothing.
    fn alone(cpu: &'c Cpu<'c>, nested: &'c Loop, parts: &[LookBack<'c>]) -> LookBack<'c> {
        let levels = parts.iter().flat_map(|part| part.levels.iter().copied());
        LookBack {
            levels: levels.collect(),
            purpose: Purpose::Alone,
            by_ranges: false,
            steps: in_groups(nested),
            memos: Vec::new(),
            ..LookBack::of(cpu, nested)
        }
    }

    /// The variable of what it writes into.
    pub(super) fn out(&self) -> Ident {
        match self.place {
            Place::Part(number) => inner(&format!("out{number}")),
            Place::Whole | Place::Packed => inner("out"),
        }
    }

    /// The same of what it packs for other parts.
    pub(super) fn pack(&self) -> Ident {
        match self.place {
            Place::Part(number) => inner(&format!("pack{number}")),
            Place::Whole | Place::Packed => inner("pack"),
        }
    }

    /// What it packs for other parts.
    pub(super) fn packed(&self) -> &'c [Write] {
        &self.nested.writes[..self.packs]
    }

    /// What it writes for others.
    pub(super) fn results(&self) -> &'c [Write] {
        &self.nested.writes[self.packs..]
    }

    /// The variables of both, where anything is packed.
    pub(super) fn outs(&self) -> Vec<Ident> {
        let pack = (self.packs > 0).then(|| self.pack());
        pack.into_iter().chain([self.out()]).collect()
    }

    /// What a sweep for results writes into: what is packed for other parts, if anything is, and then the results.
    pub(super) fn targets(&self) -> Vec<Target<'_>> {
        let pack = self.pack();
        let pack = (self.packs > 0).then(|| Target {
            out: quote!(#pack),
            memos: &[],
            writes: self.packed(),
            joined: &[],
        });
        pack.into_iter().chain([self.target()]).collect()
    }

    /// The results alone.
    pub(super) fn target(&self) -> Target<'_> {
        let out = self.out();
        self.target_of(quote!(#out))
    }

    /// The same for a sweep that is given them as `out`.
    fn target_of(&self, out: TokenStream) -> Target<'_> {
        Target {
            out,
            memos: &self.memos,
            writes: self.results(),
            joined: &self.joined,
        }
    }

    /// What enters scans from the left, where it must be found before the loop: an
    /// expression may return from the function, which the closure of
    /// [`chained`](LookBack::chained) could not.
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
            let chain = self.chain(index);
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
    fn chain(&self, index: usize) -> Ident {
        inner(&format!("chain{}", self.chain + index))
    }

    /// What enters a block that finds no totals.
    fn seeds(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain(index));
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
        let (block, chain) = (inner("block"), self.chain(index));
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
        let (block, chain) = (inner("block"), self.chain(index));
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
            let chain = self.chain(index);
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
        (!scans.is_empty()).then(|| lane_count(self.nested.folds.len() + scans.len(), apart))
    }

    fn scans(&self) -> impl Iterator<Item = &'c Scan> + use<'c> {
        let levels = self.levels.clone();
        levels.into_iter().flat_map(|level| &level.scans)
    }
}

/// The results of a part that no filter further inside makes.
fn joined(part: &Part) -> Vec<ArrayId> {
    let (body, writes) = (&part.nested.body, &part.nested.writes[part.packs..]);
    let is_everywhere = |write: &&Write| {
        write.mode == WriteMode::Compact && !body.inner.iter().any(|inner| inner.makes(write.array))
    };
    let joined = writes.iter().filter(is_everywhere);
    joined.map(|write| write.array).collect()
}

/// The scans of which groups of neighbours may be combined by themselves: sums and products outside of filters,
/// in loops whose bodies are small enough for it.
fn in_groups(nested: &Loop) -> Vec<usize> {
    if nested.cost > LARGE || nested.body.has_cross() {
        return Vec::new();
    }
    let steps = nested.body.steps.iter().filter_map(|step| match step {
        Step::Scan(scan) if scan.known.as_ref().is_some_and(is_sum) => Some(scan.id),
        _ => None,
    });
    steps.collect()
}

/// Whether it is one of the operators whose order shows in the bits of floats.
fn is_sum(known: &Known) -> bool {
    match known {
        Known::Add | Known::Mul => true,
        Known::Tuple(components) => components.iter().all(is_sum),
        _ => false,
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
