//! Sweeps: what one pass over a block reads, yields and folds.

use super::accumulator::{Accumulator, Rows};
use super::body::{Body, is_by_value};
use super::call::Call;
use super::{inner, list};
use crate::codegen::names::placed;
use crate::nest::memo::{self, By, Item, Memo, Value};
use crate::nest::{ArrayId, Entry, Region, Step, Write, WriteMode};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;

/// One pass over a block.
pub(super) struct Sweep<'s> {
    /// What is computed.
    pub(super) region: &'s Region,
    /// What the sweep's last argument writes, or reads the old elements of.
    pub(super) writes: &'s [Write],
    /// The folds and totals in it.
    pub(super) accumulators: Vec<Accumulator<'s>>,
    /// The sweep's last argument.
    pub(super) out: TokenStream,
    /// What it is for.
    pub(super) purpose: Purpose,
    /// Where the arrays that it reads lie.
    pub(super) sources: Sources,
    /// A rough number of operations in its body.
    pub(super) cost: usize,
    /// How many lanes accumulators get, where that must be the same in several
    /// sweeps.
    pub(super) lanes: Option<usize>,
    /// Whether the scans of the loop go on in ranges of a block side by side.
    pub(super) by_ranges: bool,
    /// The scans whose steps the runtime takes several at a time.
    pub(super) steps: &'s [usize],
    /// What its last argument has notes of.
    pub(super) memos: &'s [Memo],
}

/// What a sweep is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// What others need and is dear.
    Notes,
    /// The totals of the level at this position.
    Totals(usize),
    /// What the loop writes and folds.
    Results,
    /// The same in the only block of a loop, which notes nothing.
    Alone,
    /// What a filter in front of everything else keeps.
    Front,
}

/// Where arrays lie that a sweep reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sources {
    /// In memory, as the program has them.
    Memory,
    /// Where the block has packed them.
    Packed,
}

impl Sources {
    /// The variable of the block that is swept.
    pub(super) fn block(self) -> Ident {
        match self {
            Sources::Memory => inner("block"),
            Sources::Packed => inner("dense"),
        }
    }
}

impl Sweep<'_> {
    /// Whether it only reads what the loop writes.
    pub(super) fn is_reading(&self) -> bool {
        matches!(self.purpose, Purpose::Notes | Purpose::Totals(_))
    }

    /// Whether it is this sweep that fills a memo.
    fn notes(&self, memo: &Memo) -> bool {
        match (&memo.by, self.purpose) {
            (By::Itself(_), purpose) => purpose == Purpose::Notes,
            (By::Level(level), purpose) => purpose == Purpose::Totals(*level),
        }
    }

    /// Whether a memo was filled before, if at all.
    fn recalls(&self, memo: &Memo) -> bool {
        match (&memo.by, self.purpose) {
            (_, Purpose::Notes | Purpose::Alone | Purpose::Front) => false,
            (By::Level(level), Purpose::Totals(index)) => *level < index,
            (By::Level(_) | By::Itself(_), _) => true,
        }
    }

    /// The memos that were filled before, with their numbers.
    pub(super) fn recalled(&self) -> Vec<(usize, &Memo)> {
        let memos = self.memos.iter().enumerate();
        memos.filter(|(_, memo)| self.recalls(memo)).collect()
    }

    /// The number of the memo that it fills, if it does.
    pub(super) fn noted(&self) -> Option<usize> {
        self.memos.iter().position(|memo| self.notes(memo))
    }

    /// Whether no filter stands before what it makes of an array.
    pub(super) fn keeps_all(&self, array: ArrayId) -> bool {
        !self.region.inner.iter().any(|inner| inner.makes(array))
    }

    /// Whether it notes a value.
    pub(super) fn fills(&self, value: Value) -> bool {
        self.noted()
            .is_some_and(|number| self.memos[number].has(value))
    }

    /// What it notes of a region, and of those inside it.
    pub(super) fn noted_within<'r>(&'r self, region: &'r Region) -> impl Iterator<Item = &'r Item> {
        let memo = self.noted().map(|number| &self.memos[number]);
        memo.into_iter().flat_map(|memo| memo.within(region))
    }
}

/// Bodies of more operations than this are inlined only where they are called
/// from a single place (`Lanes::rolled` of the runtime).
pub(super) const LARGE: usize = 28;

impl Body<'_> {
    /// The call that runs a body over the elements of the block.
    pub(super) fn sweep(&self, sweep: &Sweep<'_>) -> TokenStream {
        let call = Call::of(self, sweep);
        if sweep.purpose == Purpose::Notes {
            return call.note();
        }
        if call.accumulators.is_empty() && !sweep.by_ranges {
            return call.each();
        }
        match call.order.rows {
            Rows::Tiled => call.tiled(),
            Rows::SideBySide => call.by_rows(),
            Rows::Single if call.order.is_staged() => call.staged(),
            Rows::Single => call.lanes(),
        }
    }

    /// Where the first worker of a region stands.
    pub(super) fn place(&self, region: &Region) -> Span {
        let worker = region.steps.iter().find_map(Step::worker);
        let guard = region
            .inner
            .iter()
            .find_map(|inner| inner.entry.predicate());
        match worker.or(guard) {
            Some(worker) => worker.expr.span(),
            None => region
                .inner
                .first()
                .map_or_else(Span::call_site, |inner| self.place(inner)),
        }
    }

    /// What a sink hands to the body: the old element of what is overwritten,
    /// or what to append to.
    pub(super) fn old_pattern(
        &self,
        position: usize,
        write: &Write,
        sweep: &Sweep<'_>,
    ) -> TokenStream {
        match write.mode {
            WriteMode::InPlace(_) => match self.olds(position, sweep).next() {
                Some(array) => self.element(array),
                None => quote!(_),
            },
            _ if is_by_value(write.mode) || sweep.is_reading() => quote!(_),
            _ => {
                let handle = self.cpu.names.appender(write.array);
                quote!(#handle)
            }
        }
    }

    /// The names under which a region reads what a sink overwrites: several where a `conform` gave it one.
    fn olds<'s>(
        &self,
        position: usize,
        sweep: &'s Sweep<'_>,
    ) -> impl Iterator<Item = ArrayId> + use<'_, 's> {
        let reads = sweep.region.reads.iter().copied();
        reads.filter(move |array| self.old(*array, sweep.writes) == Some(position))
    }

    /// Binds all of those names but the first, which the sink's pattern binds.
    pub(super) fn other_olds(&self, sweep: &Sweep<'_>) -> TokenStream {
        let mut others = TokenStream::new();
        for position in 0..sweep.writes.len() {
            let mut olds = self.olds(position, sweep).map(|array| self.element(array));
            if let Some(first) = olds.next() {
                others.extend(olds.map(|other| quote!(let #other = #first;)));
            }
        }
        others
    }

    /// What the body yields: one value for each sink.
    pub(super) fn yields(&self, sweep: &Sweep<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        if sweep.purpose == Purpose::Front {
            return self.kept_by(sweep.region);
        }
        let memos = sweep.memos.iter().map(|memo| {
            if !sweep.is_reading() {
                return quote!(());
            }
            match sweep.notes(memo) {
                true => {
                    let values = memo.items.iter().map(|item| self.value(item.value));
                    quote!(#rt::Some((#(#values,)*)))
                }
                false => quote!(#rt::None),
            }
        });
        let writes =
            sweep.writes.iter().map(
                |write| match is_by_value(write.mode) && !sweep.is_reading() {
                    true if write.mode == WriteMode::Compact && sweep.keeps_all(write.array) => {
                        let element = self.stored(write.array);
                        quote!(#rt::Kept::when(true, #element))
                    }
                    true => self.stored(write.array),
                    false => quote!(()),
                },
            );
        list(memos.chain(writes).collect::<Vec<_>>())
    }

    /// What the filter of a region for [`Purpose::Front`] keeps.
    fn kept_by(&self, region: &Region) -> TokenStream {
        let rt = &self.cpu.rt;
        let filters = region.inner.iter();
        let filters = filters.filter_map(|inside| Some((memo::answer(&inside.entry)?, inside)));
        let kept = filters.flat_map(|(first, inside)| {
            let answer = self.cpu.names.answer(first);
            inside.reads.iter().map(move |array| {
                let element = self.element(*array);
                let place = self.cpu.nest.arrays[*array].name.span();
                placed(quote!(#rt::Kept::when(#answer, #element)), place)
            })
        });
        list(kept.collect::<Vec<_>>())
    }

    /// The variable of something that is noted.
    pub(super) fn value(&self, value: Value) -> Ident {
        match value {
            Value::Element(array) => self.cpu.names.element(array),
            Value::Answer(kept) => self.cpu.names.answer(kept),
        }
    }

    /// The variable of what was noted of it.
    pub(super) fn noted_value(&self, value: Value) -> Ident {
        match value {
            Value::Element(array) => self.cpu.names.noted(array),
            Value::Answer(kept) => self.cpu.names.noted_answer(kept),
        }
    }

    /// The patterns of what a sweep is given of its memos.
    pub(super) fn memo_patterns(&self, sweep: &Sweep<'_>) -> Vec<TokenStream> {
        let memos = sweep.memos.iter().enumerate();
        let patterns = memos.map(|(number, memo)| {
            let asked = sweep.recalls(memo) && memo.within(sweep.region).next().is_some();
            match asked {
                true => {
                    let noted = noted(number);
                    quote!(#noted)
                }
                false => quote!(_),
            }
        });
        patterns.collect()
    }

    /// The variable with what is stored for an array.
    pub(super) fn stored(&self, array: ArrayId) -> TokenStream {
        let name = self.cpu.names.element(array);
        quote!(#name)
    }

    /// Whether anything in a region needs the position.
    pub(super) fn uses_index(&self, region: &Region) -> bool {
        let mut uses =
            region.any_step(|step| matches!(step, Step::Generate { .. } | Step::Range { .. }));
        region.visit(&mut |region| {
            uses |= matches!(region.entry, Entry::Cross { .. }) && !region.reads.is_empty();
        });
        uses
    }
}

/// The variable of what a memo holds of a position.
pub(super) fn noted(number: usize) -> Ident {
    inner(&format!("noted{number}"))
}
