//! The code of a scan: its prefix and its aggregate, its state in a pass, and how that moves on.

use super::context::{Cpu, state};
use super::operator::op_tag;
use super::reduction;
use crate::codegen::host::HostCode;
use crate::codegen::names::{inner, placed};
use crate::nest::{Scan, over};
use crate::schedule::operator::Tag;
use crate::schedule::{Pass, ScanOrder, ScanSchedule, SubLoop};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use std::borrow::Cow;
use syn::Expr;
use syn::spanned::Spanned;

/// The code of a scan.
#[derive(Clone, Copy)]
pub(super) struct Printed<'s> {
    pub(super) scan: &'s Scan,
    schedule: ScanSchedule,
    lanes: Option<usize>,
    /// Set if it is a recurrence whose transitions are powers of one.
    pub(super) is_power: bool,
    /// Set if the runtime keeps the state of each row.
    is_of_rows: bool,
    pub(super) cpu: &'s Cpu<'s>,
}

impl<'s> Printed<'s> {
    pub(super) fn new(scan: &'s Scan, sub_loop: &SubLoop, cpu: &'s Cpu<'s>) -> Printed<'s> {
        Printed {
            scan,
            schedule: sub_loop.scans[&scan.id],
            lanes: sub_loop.lanes,
            is_power: sub_loop.raises(scan),
            is_of_rows: sub_loop.down.is_some(),
            cpu,
        }
    }

    /// A variable of it.
    pub(super) fn named(&self, kind: &str) -> Ident {
        state(kind, self.scan.id, &self.scan.name)
    }

    /// The operator, or the step of a recurrence.
    pub(super) fn operator(&self) -> Cow<'s, Expr> {
        self.cpu.own(&self.scan.operator.expr)
    }

    /// The tag of the operator within a segment.
    pub(super) fn tag_within_segments(&self) -> TokenStream {
        let segments = self.scan.segments.as_ref();
        let known = segments.and_then(|segments| segments.known.as_ref());
        op_tag(&self.cpu.rt, &Tag::of_any(known))
    }

    /// The start, before the loop, if it is computed there.
    pub(super) fn start_of_loop(&self) -> TokenStream {
        if !self.schedule.seed_first {
            return TokenStream::new();
        }
        if self.scan.is_recurrence() {
            return self.start_of_recurrence();
        }
        let (name, seed) = (self.named("seed"), self.cpu.own(&self.scan.seed.expr));
        quote!(let #name = #seed;)
    }

    /// The start, where it enters the chain of a level.
    pub(super) fn seed(&self) -> TokenStream {
        let expr = self.cpu.own(&self.scan.seed.expr);
        match self.schedule.seed_first {
            true => {
                let name = self.named("seed");
                placed(quote!(#name), expr.span())
            }
            false => quote!(#expr),
        }
    }

    /// The aggregate of the block.
    pub(super) fn aggregate(&self) -> TokenStream {
        let (aggregate, operator) = (self.named("aggregate"), self.operator());
        quote!(#aggregate.partial(#operator))
    }

    /// The aggregates of the ranges of the block.
    pub(super) fn aggregates_of_ranges(&self) -> TokenStream {
        let (aggregate, operator) = (self.named("aggregate"), self.operator());
        quote!(#aggregate.ranges(#operator))
    }

    /// The aggregate of the block, from those of its ranges.
    pub(super) fn total_of_ranges(&self) -> TokenStream {
        let ranges = self.aggregates_of_ranges();
        quote!(#ranges.total())
    }

    /// The inclusive prefix, from the exclusive one and the aggregate.
    pub(super) fn inclusive(&self) -> TokenStream {
        let (prefix, aggregate) = (self.named("prefix"), self.named("aggregate"));
        let operator = self.operator();
        quote!(#aggregate.join(#prefix, #operator))
    }

    /// The inclusive prefix, from the exclusive one and the aggregates of the ranges.
    pub(super) fn inclusive_of_ranges(&self) -> TokenStream {
        let (prefix, aggregate) = (self.named("prefix"), self.named("aggregate"));
        let operator = self.operator();
        quote!(#aggregate.inclusive_prefix(#prefix, #operator))
    }

    /// The aggregate of two neighbours.
    pub(super) fn joined(&self) -> TokenStream {
        let (left, right) = (self.named("left"), self.named("right"));
        let operator = self.operator();
        quote!(#left.before(#right, #operator))
    }

    /// The condition under which nothing to the left of an aggregate counts.
    pub(super) fn is_settled(&self) -> TokenStream {
        let aggregate = self.named("aggregate");
        // At the place of the operator, where rustc has reported a flag that is none.
        let here = self.scan.operator.expr.span();
        quote_spanned!(here=> #aggregate.as_ref().is_some_and(|part| part.0))
    }

    /// The state before a pass, which starts from the prefix.
    pub(super) fn start(&self) -> TokenStream {
        let rt = &self.cpu.rt;
        let (name, prefix) = (self.named("state"), self.named("prefix"));
        if self.scan.is_over_axes() {
            let neighbours = self.named("neighbours");
            return quote!(let (mut #neighbours, mut #name) = #prefix.begin(););
        }
        let op_tag = || {
            let seed = &self.scan.seed.expr;
            op_tag(rt, &Tag::of(self.scan.known.as_ref(), seed))
        };
        let start = match self.schedule.order {
            ScanOrder::Interleaved if self.scan.is_recurrence() => {
                let entering = self.named("entering");
                quote!(#entering)
            }
            ScanOrder::Interleaved => {
                let (aggregate, operator) = (self.named("aggregate"), self.operator());
                quote!(#aggregate.states(#prefix, #operator))
            }
            ScanOrder::Grouped => {
                let (op_tag, lanes) = (op_tag(), self.lanes);
                quote!(#rt::Steps::<_, _, #lanes>::new(#op_tag, #prefix))
            }
            ScanOrder::Serial => quote!(#prefix),
        };
        let step = self.schedule.own_step.then(|| {
            let (step, op_tag) = (self.named("step"), op_tag());
            quote!(let #step = #rt::Known::from_state(#op_tag, &#prefix);)
        });
        quote!(let mut #name = #start; #step)
    }

    /// The statement that finds the state of the range at hand, if each has one.
    pub(super) fn of_range(&self) -> Option<TokenStream> {
        let (of_range, state, lane) = (inner("state"), self.named("state"), inner("lane"));
        let is_interleaved = self.schedule.order == ScanOrder::Interleaved;
        is_interleaved.then(|| quote!(let #of_range = #state.at(#lane);))
    }

    /// The state that the element at hand meets, and after that the one that it leaves.
    pub(super) fn current(&self) -> TokenStream {
        let (of_range, state) = (inner("state"), self.named("state"));
        match self.schedule.order {
            ScanOrder::Interleaved => quote!(*#of_range),
            ScanOrder::Serial | ScanOrder::Grouped if self.is_of_rows => quote!(*#state),
            ScanOrder::Serial | ScanOrder::Grouped => quote!(#state),
        }
    }

    /// The state behind an element of a scan whose order is not grouped.
    pub(super) fn next(&self, arg: &TokenStream) -> TokenStream {
        let current = self.current();
        if !self.schedule.own_step {
            let rt = &self.cpu.rt;
            let own = match over::is_zero(&self.scan.seed.expr) && !self.scan.is_recurrence() {
                true => quote!(#rt::alike(#current, &#arg)),
                false => current,
            };
            let args = [own, arg.clone()];
            return self.cpu.call(&self.scan.operator, &args);
        }
        let (step, operator) = (self.named("step"), self.operator());
        quote!(#step.next(#current, #arg, #operator))
    }

    /// The number of the lane that the element at hand goes to.
    pub(super) fn lane(&self) -> TokenStream {
        let lane = inner("lane");
        match self.schedule.order {
            ScanOrder::Interleaved => quote!(#lane.index(false)),
            ScanOrder::Serial | ScanOrder::Grouped => quote!(0),
        }
    }

    /// Returns true if the states of several elements are found together.
    pub(super) fn is_grouped(&self) -> bool {
        self.schedule.order == ScanOrder::Grouped
    }

    /// Takes an element into the aggregate that a pass for results finds on the way.
    pub(super) fn carry(&self, pass: &Pass, arg: &TokenStream) -> Option<TokenStream> {
        let carry = reduction::Printed::new(pass.carry(self.scan)?, self.cpu);
        Some(carry.push(arg, &self.scan.operator))
    }

    /// The inclusive prefix that a pass for results hands on.
    pub(super) fn carried(&self, pass: &Pass) -> Option<TokenStream> {
        let carry = reduction::Printed::new(pass.carry(self.scan)?, self.cpu);
        let (last, prefix) = (self.named("state"), self.named("prefix"));
        let last = match self.is_grouped() {
            true => quote!(#last.all()),
            false => quote!(#last),
        };
        let (name, operator) = (carry.state(), carry.operator());
        Some(quote!(#name.inclusive_prefix(#prefix, #last, #operator)))
    }
}
