//! Look-back: the prefixes that a block reads from its left neighbour, and those that it publishes.

use super::body::BodyPrinter;
use super::context::{Cpu, list, of_blocks, state};
use super::followed::Followed;
use super::pass;
use super::port::block_of;
use super::scan::Printed;
use crate::codegen::host::HostCode;
use crate::codegen::names::{concat, inner};
use crate::nest::{Region, Scan, Step};
use crate::ordered::{ToList, flat};
use crate::schedule::{Aggregate, Level, LookBack, Pass, Purpose, SubLoop};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The scans of a sub-loop, level by level.
pub(super) struct Scans<'c> {
    pub(super) cpu: &'c Cpu<'c>,
    pub(super) sub_loop: &'c SubLoop,
}

impl<'c> Scans<'c> {
    pub(super) fn new(cpu: &'c Cpu<'c>, sub_loop: &'c SubLoop) -> Scans<'c> {
        Scans { cpu, sub_loop }
    }

    /// The starts of scans that are computed before the loop.
    pub(super) fn starts(&self) -> TokenStream {
        let down = self.down().into_iter();
        let scans = down.chain(self.sub_loop.look_back());
        concat(scans.map(|scan| self.scan(scan).start_of_loop()))
    }

    /// The code of a scan.
    pub(super) fn scan<'s>(&'s self, scan: &'s Scan) -> Printed<'s> {
        Printed::new(scan, self.sub_loop, self.cpu)
    }

    /// The code of each scan of a level, one after the other.
    pub(super) fn of_each<'s>(
        &'s self,
        level: &'s Level,
        code: impl Fn(&Printed<'s>) -> TokenStream,
    ) -> TokenStream {
        list(level.scans.iter().map(|scan| code(&self.scan(scan))))
    }

    /// Runs a loop with the chains of its levels. The state that enters a chain stands behind
    /// the loop, which says of which type it is: one of another type is then a
    /// mistake there, and nowhere else.
    pub(super) fn chained(&self, run_blocks: TokenStream) -> TokenStream {
        if let Some(axis) = self.sub_loop.down {
            return self.going_down(axis, &run_blocks);
        }
        let levels = self.sub_loop.levels.iter().enumerate().rev();
        levels.fold(run_blocks, |job, (index, (level, _))| {
            let seeds = self.of_each(level, Printed::seed);
            self.with_chain(index, &job, &seeds)
        })
    }

    /// The scans that go down, if the sub-loop does.
    pub(super) fn down(&self) -> Vec<&Scan> {
        let steps = self.sub_loop.nested.body.steps();
        let scans = steps.filter(|_| self.sub_loop.down.is_some());
        let down = scans.filter_map(|step| match step {
            Step::Scan(scan) if scan.is_over_axes() => Some(scan),
            _ => None,
        });
        down.list()
    }

    /// Runs a loop with the states of the columns below an axis. Their seeds stand behind the loop,
    /// which says of which types they are.
    pub(super) fn going_down(&self, axis: usize, job: &TokenStream) -> TokenStream {
        let (run, down) = (inner("run"), inner("down"));
        let scans = self.down();
        let axes = scans.first().map_or(&[][..], |scan| self.cpu.axes_of(scan));
        let (rows, columns) = (self.cpu.extent(&axes[axis]), self.cpu.columns(axes, axis));
        let followed = scans.iter().map(|scan| Followed::of(self.scan(scan)));
        let seeds = flat(followed).into_iter().map(|followed| followed.seeds());
        let seeds = list(flat(seeds));
        quote!(#run.down(#rows, #columns, |#down| #job, || #seeds))
    }

    /// Runs a loop with the chain of a level.
    pub(super) fn with_chain(
        &self,
        index: usize,
        job: &TokenStream,
        seeds: &TokenStream,
    ) -> TokenStream {
        let (run, chain) = (inner("run"), self.chain_of(index));
        quote!(#run.chained(|#chain| #job, || #seeds))
    }

    /// The passes before those for results, and the prefixes of all scans at the start of a block,
    /// level after level.
    pub(super) fn prefixes(&self) -> TokenStream {
        let levels = self.sub_loop.levels.iter().enumerate();
        if self.sub_loop.replays {
            return concat(levels.map(|(index, (level, _))| self.seeds(index, level)));
        }
        if self.sub_loop.in_rows || self.sub_loop.down.is_some() {
            return self.starts_of_rows();
        }
        let mut passes = self.sub_loop.passes.iter();
        let store = passes.find(|pass| pass.purpose == Purpose::Store);
        let store = store.map(|pass| self.pass(pass));
        let levels = levels.map(|(index, (level, aggregate))| {
            match (level.look_back, self.sub_loop.interleaved) {
                (LookBack::Aggregate, true) => self.prefixes_of_ranges(index, level),
                (LookBack::Aggregate, false) if *aggregate == Aggregate::FromRight => {
                    self.prefixes_from_right(index, level)
                }
                (LookBack::Aggregate, false) => self.prefixes_of_block(index, level, aggregate),
                (LookBack::Transitions | LookBack::LastState, _) => self.recurrences(index, level),
            }
        });
        concat(store.into_iter().chain(levels))
    }

    /// The starts of scans that begin anew with each row, as a block does.
    fn starts_of_rows(&self) -> TokenStream {
        let mut starts = TokenStream::new();
        for step in self.sub_loop.nested.body.steps() {
            if let Step::Scan(scan) = step
                && !scan.is_over_axes()
            {
                let prefix = state("prefix", scan.id, &scan.name);
                starts.extend(self.cpu.start_of_states(scan, &prefix));
            }
        }
        starts
    }

    /// The variable of a level's chain.
    pub(super) fn chain_of(&self, index: usize) -> Ident {
        inner(&format!("chain{}", self.sub_loop.chain + index))
    }

    /// The exclusive prefixes of a block that computes no aggregates.
    pub(super) fn seeds(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, typed) = (each("prefix", level), self.typed(level));
        quote!(let #prefixes = #chain.seed(#block)?; #typed)
    }

    fn prefixes_of_block(&self, index: usize, level: &Level, aggregate: &Aggregate) -> TokenStream {
        let rt = &self.cpu.rt;
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, aggregates) = (each("prefix", level), each("aggregate", level));
        let states = self.states(&level.body);
        let pass = self.aggregates(index);
        let parts = self.of_each(level, Printed::aggregate);
        let inclusive = self.of_each(level, Printed::inclusive);
        let earlier = self.earlier(level, aggregate);
        quote! {
            let #prefixes = #chain.exclusive_prefix(
                #block,
                || {
                    #earlier
                    #states
                    #pass
                    #rt::Ok(#parts)
                },
                |#prefixes, #aggregates| #inclusive,
            )?;
        }
    }

    /// The exclusive prefixes of scans whose aggregates are found from the right.
    fn prefixes_from_right(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, aggregates) = (each("prefix", level), each("aggregate", level));
        let over = block_of(self.sub_loop.over());
        let found = self.found_from_right(level, self.aggregates(index));
        let inclusive = self.of_each(level, Printed::inclusive);
        let ends_before = match self.sub_loop.knows_last_end() {
            true => {
                let ends_before = inner("ends_before");
                quote!(#ends_before)
            }
            false => quote!(_),
        };
        quote! {
            let (#prefixes, #ends_before) = #chain.prefix_from_right(
                #block,
                #over,
                #found
                |#prefixes, #aggregates| #inclusive,
            )?;
        }
    }

    /// The arguments of a call that finds aggregates from the right, each with a comma.
    pub(super) fn found_from_right(&self, level: &Level, pass: Option<TokenStream>) -> TokenStream {
        let rt = &self.cpu.rt;
        let over = block_of(self.sub_loop.over());
        let aggregates = each("aggregate", level);
        let (left, right) = (each("left", level), each("right", level));
        let states = self.states(&level.body);
        let parts = self.of_each(level, Printed::aggregate);
        let joined = self.of_each(level, Printed::joined);
        let settled = level.scans.iter();
        let settled = settled.map(|scan| self.scan(scan).is_settled());
        quote! {
            |#over| {
                #states
                #pass
                #rt::Ok(#parts)
            },
            |#left, #right| #joined,
            |#aggregates| #(#settled)&&*,
        }
    }

    /// The way out of the pass of a level whose aggregates an earlier loop has found.
    fn earlier(&self, level: &Level, aggregate: &Aggregate) -> Option<TokenStream> {
        let Aggregate::Earlier(earlier) = aggregate else {
            return None;
        };
        let (rt, block) = (&self.cpu.rt, inner("block"));
        let earlier = earlier.iter().map(|earlier| {
            let of_blocks = of_blocks(earlier.number, earlier.id, &earlier.name);
            quote!(#of_blocks.get(#block))
        });
        let aggregates = level.scans.iter();
        let aggregates: Vec<Ident> = aggregates
            .map(|scan| self.scan(scan).named("aggregate"))
            .list();
        let all = each("aggregate", level);
        Some(quote! {
            if let (#(#rt::Some(#aggregates),)*) = (#(#earlier,)*) {
                return #rt::Ok(#all);
            }
        })
    }

    /// The exclusive prefixes of interleaved scans, from the aggregates of the ranges.
    fn prefixes_of_ranges(&self, index: usize, level: &Level) -> TokenStream {
        let rt = &self.cpu.rt;
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, aggregates) = (each("prefix", level), each("aggregate", level));
        let states = self.states(&level.body);
        let pass = self.aggregates(index);
        let ranges = self.of_each(level, Printed::aggregates_of_ranges);
        let inclusive = self.of_each(level, Printed::inclusive_of_ranges);
        quote! {
            let (#prefixes, #aggregates) = #chain.prefix_and_aggregate(
                #block,
                || {
                    #states
                    #pass
                    #rt::Ok(#ranges)
                },
                |#prefixes, #aggregates| #inclusive,
            )?;
        }
    }

    /// The pass that finds the aggregates of a level.
    pub(super) fn aggregates(&self, index: usize) -> Option<TokenStream> {
        self.pass_for(Purpose::Aggregates(index))
    }

    pub(super) fn pass_for(&self, purpose: Purpose) -> Option<TokenStream> {
        let mut passes = self.sub_loop.passes.iter();
        let pass = passes.find(|pass| pass.purpose == purpose)?;
        Some(self.pass(pass))
    }

    pub(super) fn pass(&self, pass: &Pass) -> TokenStream {
        pass::print(&BodyPrinter::new(self.cpu, self.sub_loop), pass)
    }

    /// The states of the scans in a pass: they start from their prefixes.
    pub(super) fn states(&self, region: &Region) -> TokenStream {
        let mut states = TokenStream::new();
        if self.sub_loop.down.is_some() {
            return states;
        }
        region.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Scan(scan) = step {
                    states.extend(self.scan(scan).start());
                }
            }
        });
        states
    }

    /// Hands on the prefixes that the pass for results has found for the next block. Those of
    /// interleaved scans are known before.
    pub(super) fn publish(&self) -> TokenStream {
        if self.sub_loop.replays {
            return TokenStream::new();
        }
        let levels = self.sub_loop.levels.iter().enumerate();
        let handed_on = levels.map(|(index, (level, _))| self.handed_on(index, level));
        let handed_on = concat(handed_on);
        let carries = |pass: &&Pass| pass.carries();
        let Some(pass) = self.sub_loop.passes.iter().find(carries) else {
            return handed_on;
        };
        let block = inner("block");
        let published = self.sub_loop.levels.iter().enumerate();
        let published = published.filter(|(_, (level, aggregate))| {
            level.look_back == LookBack::Aggregate && *aggregate != Aggregate::FromRight
        });
        let published = concat(published.map(|(index, (level, _))| {
            let chain = self.chain_of(index);
            let scans = level.scans.iter();
            let inclusive = list(scans.filter_map(|scan| self.scan(scan).carried(pass)));
            quote!(#chain.publish(#block, || #inclusive);)
        }));
        quote!(#handed_on #published)
    }
}

/// The states of a kind of a level's scans, one after the other.
pub(super) fn each(kind: &str, level: &Level) -> TokenStream {
    list(level.scans.iter().map(|scan| {
        let name = state(kind, scan.id, &scan.name);
        quote!(#name)
    }))
}
