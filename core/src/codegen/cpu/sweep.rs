//! Sweeps: what one pass over a block reads, yields and folds.

use super::accumulator::{Accumulator, Rows};
use super::body::{Body, is_by_value};
use super::call::Call;
use super::probe::Probe;
use super::{inner, list};
use crate::nest::{ArrayId, Entry, Region, Step, Write, WriteMode};
use crate::schedule::memo::{By, Memo};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;

/// One pass over a block.
pub(super) struct Sweep<'s> {
    /// What is computed.
    pub(super) region: &'s Region,
    /// What it writes into, or reads the old elements and notes of.
    pub(super) targets: Vec<Target<'s>>,
    /// The folds and totals in it.
    pub(super) accumulators: Vec<Accumulator<'s>>,
    /// What it is for.
    pub(super) purpose: Purpose,
    /// What it is over.
    pub(super) place: Place,
    /// A rough number of operations in its body.
    pub(super) cost: usize,
    /// How many lanes accumulators get, where that must be the same in several
    /// sweeps.
    pub(super) lanes: Option<usize>,
    /// Whether the scans of the loop go on in ranges of a block side by side.
    pub(super) by_ranges: bool,
    /// The scans whose steps the runtime takes several at a time.
    pub(super) steps: &'s [usize],
    /// What its block has notes of.
    pub(super) memos: &'s [Memo],
}

/// A list of arrays that a sweep is given.
#[derive(Clone)]
pub(super) struct Target<'s> {
    /// It, borrowed.
    pub(super) out: TokenStream,
    /// The notes in it, which come first.
    pub(super) memos: &'s [Memo],
    /// The arrays.
    pub(super) writes: &'s [Write],
    /// Those of them that have an element for each position, however many these are.
    pub(super) joined: &'s [ArrayId],
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
    /// The same in a block that notes nothing.
    Alone,
}

/// What a sweep is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The elements of a block of a loop that is done as a whole.
    Whole,
    /// Those that the part of a loop of this number is over: the first one those of the block, others what an earlier one has packed.
    Part(usize),
    /// What the block has packed for a result.
    Packed,
}

impl Place {
    /// The variable of the block that is swept.
    pub(super) fn block(self) -> Ident {
        match self {
            Place::Whole | Place::Part(0) => inner("block"),
            Place::Part(number) => inner(&format!("dense{number}")),
            Place::Packed => inner("dense"),
        }
    }

    /// Whether arrays lie where the block has packed them, and not in memory as the program has them.
    pub(super) fn is_packed(self) -> bool {
        !matches!(self, Place::Whole | Place::Part(0))
    }
}

impl Sweep<'_> {
    /// The arrays of all its targets.
    pub(super) fn writes(&self) -> Vec<Write> {
        let targets = self.targets.iter();
        targets
            .flat_map(|target| target.writes.iter().copied())
            .collect()
    }

    /// Whether an array takes its elements from left to right.
    pub(super) fn is_ordered(&self, write: &Write) -> bool {
        let mut targets = self.targets.iter();
        match write.mode {
            WriteMode::Fresh | WriteMode::InPlace(_) => false,
            _ => !targets.any(|target| target.joined.contains(&write.array)),
        }
    }

    /// Its last argument.
    pub(super) fn out(&self, rt: &TokenStream) -> TokenStream {
        let outs = self.targets.iter().map(|target| target.out.clone());
        let both =
            |first: TokenStream, rest: TokenStream| quote!(&mut #rt::Both::of(#first, #rest));
        together(outs.collect(), both).unwrap_or_else(|| quote!(&mut ()))
    }

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
            (_, Purpose::Notes | Purpose::Alone) => false,
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
}

impl Body<'_> {
    /// The call that runs a body over the elements of the block.
    pub(super) fn sweep(&self, sweep: &Sweep<'_>) -> TokenStream {
        let call = Call::of(self, sweep);
        if sweep.purpose == Purpose::Notes {
            return call.note();
        }
        let probes = Probe::in_region(sweep.region).into_iter();
        let probes = probes.map(|probe| probe.start(&self.cpu.rt, &self.cpu.nest.name));
        let probes: TokenStream = probes.collect();
        if call.accumulators.is_empty() && !sweep.by_ranges {
            let each = call.each();
            return quote!(#probes #each);
        }
        let call = match call.order.rows {
            Rows::Tiled => call.tiled(),
            Rows::SideBySide => call.by_rows(),
            Rows::Single if call.order.is_staged() => call.staged(),
            Rows::Single => call.lanes(),
        };
        quote!(#probes #call)
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
        let (reads, writes) = (sweep.region.reads.iter().copied(), sweep.writes());
        reads.filter(move |array| self.old(*array, &writes) == Some(position))
    }

    /// Binds all of those names but the first, which the sink's pattern binds.
    pub(super) fn other_olds(&self, sweep: &Sweep<'_>) -> TokenStream {
        let mut others = TokenStream::new();
        for position in 0..sweep.writes().len() {
            let mut olds = self.olds(position, sweep).map(|array| self.element(array));
            if let Some(first) = olds.next() {
                others.extend(olds.map(|other| quote!(let #other = #first;)));
            }
        }
        others
    }

    /// What the body is given: one pattern for each sink.
    pub(super) fn given(&self, sweep: &Sweep<'_>) -> TokenStream {
        let mut before = 0;
        let targets = sweep.targets.iter().map(|target| {
            let memos = target.memos.iter().enumerate();
            let memos =
                memos.map(
                    |(number, memo)| match sweep.recalls(memo) && memo.is_of(sweep.region) {
                        true => {
                            let noted = noted(number);
                            quote!(#noted)
                        }
                        false => quote!(_),
                    },
                );
            let olds = target.writes.iter().enumerate();
            let olds =
                olds.map(|(position, write)| self.old_pattern(before + position, write, sweep));
            let all = list(memos.chain(olds).collect::<Vec<_>>());
            before += target.writes.len();
            all
        });
        together(targets.collect(), pair).unwrap_or_else(|| quote!(()))
    }

    /// What the body yields: one value for each sink.
    pub(super) fn yields(&self, sweep: &Sweep<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let memo = |memo: &Memo| {
            if !sweep.is_reading() {
                return quote!(());
            }
            match sweep.notes(memo) {
                true => {
                    let values = memo.items.iter().map(|array| self.stored(*array));
                    quote!(#rt::Some((#(#values,)*)))
                }
                false => quote!(#rt::None),
            }
        };
        let targets = sweep.targets.iter().map(|target| {
            let write = |write: &Write| {
                let element = self.stored(write.array);
                match is_by_value(write.mode) && !sweep.is_reading() {
                    true if target.joined.contains(&write.array) => element,
                    true if write.mode == WriteMode::Compact && sweep.keeps_all(write.array) => {
                        quote!(#rt::Kept::when(true, #element))
                    }
                    true => element,
                    false => quote!(()),
                }
            };
            let (memos, writes) = (target.memos.iter(), target.writes.iter());
            list(memos.map(memo).chain(writes.map(write)).collect::<Vec<_>>())
        });
        together(targets.collect(), pair).unwrap_or_else(|| quote!(()))
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

fn pair(first: TokenStream, rest: TokenStream) -> TokenStream {
    quote!((#first, #rest))
}

/// Several of what a sweep is given as one, if there is any.
fn together(
    items: Vec<TokenStream>,
    both: impl Fn(TokenStream, TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    items
        .into_iter()
        .rev()
        .reduce(|rest, item| both(item, rest))
}
