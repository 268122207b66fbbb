//! Sweeps: what one pass over a block reads, yields and folds.

use super::accumulator::{Accumulator, Rows};
use super::body::{Body, is_by_value};
use super::call::Call;
use super::list;
use crate::nest::memo::Memo;
use crate::nest::{ArrayId, Entry, Region, Step, Write, WriteMode};
use proc_macro2::{Span, TokenStream};
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
    /// Whether it only reads what the loop writes.
    pub(super) reading: bool,
    /// A rough number of operations in its body.
    pub(super) cost: usize,
    /// How many lanes accumulators get, where that must be the same in several
    /// sweeps.
    pub(super) lanes: Option<usize>,
    /// Whether the scans of the loop go on in ranges of a block side by side.
    pub(super) by_ranges: bool,
    /// The scans whose steps the runtime takes several at a time.
    pub(super) steps: &'s [usize],
    /// What the loop notes, if it does.
    pub(super) memo: Option<&'s Memo<'s>>,
    /// Whether this is the sweep that notes it.
    pub(super) noting: bool,
    /// Whether it sweeps over what the block has packed.
    pub(super) packed: bool,
}

/// Bodies of more operations than this are inlined only where they are called
/// from a single place (`Lanes::rolled` of the runtime).
pub(super) const LARGE: usize = 28;

impl Body<'_> {
    /// The call that runs a body over the elements of the block.
    pub(super) fn sweep(&self, sweep: &Sweep<'_>) -> TokenStream {
        let call = Call::of(self, sweep);
        if sweep.noting {
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
            _ if is_by_value(write.mode) || sweep.reading => quote!(_),
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
        let memo = sweep.memo.map(|memo| match (sweep.noting, sweep.reading) {
            (true, _) => {
                let elements = self.noted(memo);
                quote!(#rt::Some(#elements))
            }
            (false, true) => quote!(#rt::None),
            (false, false) => quote!(()),
        });
        let writes =
            sweep
                .writes
                .iter()
                .map(|write| match is_by_value(write.mode) && !sweep.reading {
                    true => self.stored(write.array),
                    false => quote!(()),
                });
        list(memo.into_iter().chain(writes))
    }

    /// What is noted for other sweeps.
    pub(super) fn noted(&self, memo: &Memo<'_>) -> TokenStream {
        let elements = memo.arrays.iter().map(|array| self.element(*array));
        quote!((#(#elements,)*))
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
