//! The accumulators of a sweep, and the order in which elements go to them.

use super::inner;
use super::marker::marker;
use super::nested::state;
use super::sweep::Sweep;
use crate::nest::{ByKey, Choice, Element, Entry, Fold, Known, Pattern, Region, Scan, Step, Write};
use crate::schedule::policy;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

/// How the rows of a `cross` go to lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Rows {
    /// One row after the other. Lanes are strided in a row, or contiguous ranges of rows.
    #[default]
    Single,
    /// Several side by side, each one in a lane of folds that are staged.
    SideBySide,
    /// In either way, as the runtime finds better for the type of the elements: the
    /// operators are all known.
    Tiled,
}

/// How a sweep hands elements to the lanes of accumulators.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// Whether the elements must be visited from left to right.
    pub(super) in_order: bool,
    /// How the rows of a `cross` go to lanes.
    pub(super) rows: Rows,
    /// Whether scans go on in ranges of the block side by side, and everything else with them.
    pub(super) by_ranges: bool,
    /// Whether lanes are contiguous ranges side by side, as for operators of which nothing is known.
    pub(super) side_by_side: bool,
    /// Whether scans are in it whose totals are found on the way.
    pub(super) carrying: bool,
    /// The folds and totals that take in an element for each lane at a time
    /// (`Staged` of the runtime).
    staged: Vec<usize>,
    /// Those of them of whose lanes some may get nothing: they are settled one by one.
    guarded: Vec<usize>,
    /// Those of the others whose lanes keep what the operator compares by.
    keyed: Vec<usize>,
    /// The folds whose elements wait in a queue (`Queued` of the runtime).
    queued: Vec<usize>,
}

impl Order {
    pub(super) fn of(sweep: &Sweep<'_>) -> Order {
        let region = sweep.region;
        let unknown = sweep.accumulators.iter().filter(|one| one.known.is_none());
        let unknown: Vec<usize> = unknown.map(|one| one.id).collect();
        if sweep.by_ranges {
            return Order {
                by_ranges: true,
                side_by_side: true,
                ..Order::default().staging(unguarded(unknown, region), region, sweep)
            };
        }
        // Of several positions that fail, the leftmost is reported.
        let fails = region.any_step(Step::may_fail);
        let steps_in_order = fails || region.any_step(|step| matches!(step, Step::Scan(_)));
        let carrying = sweep.accumulators.iter().any(|one| one.kind == CARRY);
        let totals = region.any_step(|step| matches!(step, Step::Total(_)));
        let writes = |condition: &dyn Fn(&Write) -> bool| {
            !sweep.is_reading() && sweep.writes().iter().any(condition)
        };
        let mut crosses = region.crosses();
        // Whether a row is there at all has no part in what its lane gets.
        let swept = crosses.first().copied().unwrap_or(region);
        let ordered = steps_in_order || writes(&|write| sweep.is_ordered(write));
        let queued = match crosses.is_empty() {
            true => queued(sweep, ordered),
            false => Vec::new(),
        };
        let from_the_left = ordered || !queued.is_empty();
        let in_order = steps_in_order || !queued.is_empty();
        // Lanes that some share and some do not would be combined in another
        // order than on the way of a scan.
        let mixed = totals && unknown.len() < sweep.accumulators.len();
        let side_by_side = crosses.is_empty() && !from_the_left && !mixed && !unknown.is_empty();
        let simple = |crossed: &Region| {
            !totals
                && !fails
                && !writes(&|write| crossed.makes(write.array))
                && !crossed.any_step(|step| matches!(step, Step::Scan(_)))
        };
        let (rows, staged) = match (crosses.pop(), crosses.is_empty()) {
            (None, _) if side_by_side => (Rows::Single, unguarded(unknown, region)),
            (Some(crossed), true) if simple(crossed) => {
                let mut folds = crossed.folds();
                // In strict order none has lanes.
                folds.retain(|id| sweep.accumulators.iter().any(|one| one.id == *id));
                match folds.iter().any(|id| unknown.contains(id)) {
                    // An expensive worker keeps the machine busy anyway, and should not run
                    // for a row that counts in no lane.
                    true if sweep.cost <= policy::ROWS_SIDE_BY_SIDE => (Rows::SideBySide, folds),
                    false if sweep.cost <= policy::SINGLE_CALL_SITE && !folds.is_empty() => {
                        (Rows::Tiled, Vec::new())
                    }
                    _ => (Rows::Single, Vec::new()),
                }
            }
            _ => (Rows::Single, Vec::new()),
        };
        Order {
            in_order,
            rows,
            side_by_side,
            carrying,
            queued,
            ..Order::default().staging(staged, swept, sweep)
        }
    }

    /// The same with folds and totals that are staged, behind whose filters is `swept`.
    fn staging(self, staged: Vec<usize>, swept: &Region, sweep: &Sweep<'_>) -> Order {
        let guarded = staged.iter().copied();
        let guarded: Vec<usize> = guarded.filter(|id| swept.guards(*id)).collect();
        let keyed = sweep.accumulators.iter().filter(|one| {
            staged.contains(&one.id) && !guarded.contains(&one.id) && one.by_key().is_some()
        });
        let keyed = keyed.map(|one| one.id).collect();
        Order {
            staged,
            guarded,
            keyed,
            ..self
        }
    }

    /// Whether any fold or total is staged.
    pub(super) fn is_staged(&self) -> bool {
        !self.staged.is_empty()
    }

    /// Whether that fold or total is.
    pub(super) fn stages(&self, id: usize) -> bool {
        self.staged.contains(&id)
    }

    /// Whether the elements of that fold wait in a queue.
    pub(super) fn queues(&self, id: usize) -> bool {
        self.queued.contains(&id)
    }

    /// How many lanes the accumulators of a sweep get.
    pub(super) fn lane_count(&self, accumulators: usize) -> usize {
        let apart = self.side_by_side || self.is_staged();
        policy::lanes_of_pass(accumulators, apart)
    }
}

/// Those that no filter stands before. The others are folded behind their filter's branch: staged, what they
/// got would have to be asked for a second time.
fn unguarded(mut ids: Vec<usize>, region: &Region) -> Vec<usize> {
    ids.retain(|id| !region.guards(*id));
    ids
}

/// The folds of unknown operators that wait in queues, which are emptied from left to right: those that take in
/// just what a filter keeps.
///
/// Where nothing else asks for that order, it pays for choices only: most of what waits is compared and forgotten.
/// Of other operators lanes need not wait for each other.
fn queued(sweep: &Sweep<'_>, ordered: bool) -> Vec<usize> {
    let queued: Vec<usize> = sweep.region.inner.iter().flat_map(can_wait).collect();
    let mut unknown = sweep.accumulators.iter().filter(|one| one.known.is_none());
    let pays =
        |one: &Accumulator<'_>| queued.contains(&one.id) && Choice::of(one.operator).is_some();
    match ordered || unknown.all(pays) {
        true => queued,
        false => Vec::new(),
    }
}

/// The folds of unknown operators that take in just what the filter of a region keeps.
pub(super) fn can_wait(region: &Region) -> impl Iterator<Item = usize> {
    let kept = match &region.entry {
        Entry::Guard {
            into: Pattern::Name(kept),
            ..
        } => Some(Element::Array(*kept)),
        _ => None,
    };
    region.steps.iter().filter_map(move |step| match step {
        Step::Fold(fold) if fold.known.is_none() && Some(fold.arg) == kept => Some(fold.id),
        _ => None,
    })
}

/// What a scan carries to the next block.
const CARRY: &str = "carry";

/// Something with a `Fold` of the runtime behind it.
pub(super) struct Accumulator<'a> {
    kind: &'static str,
    id: usize,
    name: &'a Ident,
    known: Option<&'a Known>,
    seed: &'a Expr,
    operator: &'a Expr,
}

impl<'a> Accumulator<'a> {
    pub(super) fn fold(fold: &'a Fold) -> Accumulator<'a> {
        Accumulator {
            kind: "fold",
            id: fold.id,
            name: &fold.name,
            known: fold.known.as_ref(),
            seed: &fold.seed.expr,
            operator: &fold.operator.expr,
        }
    }

    pub(super) fn scan(scan: &'a Scan) -> Accumulator<'a> {
        Accumulator {
            kind: "total",
            id: scan.id,
            name: &scan.name,
            known: scan.known.as_ref(),
            seed: &scan.seed.expr,
            operator: &scan.operator.expr,
        }
    }

    pub(super) fn carry(scan: &'a Scan) -> Accumulator<'a> {
        Accumulator {
            kind: CARRY,
            ..Accumulator::scan(scan)
        }
    }

    /// Whether it is the total of a scan by an operator that may be exact.
    pub(super) fn may_be_idle(&self) -> bool {
        self.kind == CARRY && self.known.is_some()
    }

    pub(super) fn id(&self) -> usize {
        self.id
    }

    pub(super) fn state(&self) -> Ident {
        state(self.kind, self.id, self.name)
    }

    pub(super) fn is_staged(&self, order: &Order) -> bool {
        order.stages(self.id)
    }

    pub(super) fn is_queued(&self, order: &Order) -> bool {
        order.queues(self.id)
    }

    /// Its state before the sweep.
    pub(super) fn start(&self, rt: &TokenStream, lanes: usize, order: &Order) -> TokenStream {
        if order.keyed.contains(&self.id) {
            return quote!(#rt::Staged::<_, _, #lanes>::new());
        }
        if self.is_staged(order) {
            return quote!(#rt::Staged::<_, (), #lanes>::new());
        }
        let marker = marker(rt, self.known, self.seed);
        if self.kind == CARRY {
            let block = inner("block");
            return quote!(#rt::Carry::<_, _, #lanes>::new(#marker, #block));
        }
        quote!(#rt::Fold::<_, _, #lanes>::new(#marker))
    }

    /// The elements that wait for a queued one.
    fn waiting(&self) -> Ident {
        state("waiting", self.id, self.name)
    }

    /// The state of a queued one before the sweep, and its queue.
    pub(super) fn start_queued(&self, rt: &TokenStream) -> TokenStream {
        let (name, waiting) = (self.state(), self.waiting());
        quote! {
            let mut #name = #rt::Queued::new();
            let mut #waiting = #rt::Waiting::new();
        }
    }

    /// Hands a value to a queued one, if a filter keeps it.
    pub(super) fn push_queued(&self, keep: &Ident, value: &TokenStream) -> TokenStream {
        let (name, waiting, operator) = (self.state(), self.waiting(), self.operator);
        match Choice::of(operator) {
            Some(choice) => {
                let takes = takes_second(&choice);
                quote!(#name.choose_if(&mut #waiting, #keep, #value, #takes);)
            }
            None => quote!(#name.push_if(&mut #waiting, #keep, #value, #operator);),
        }
    }

    /// What it came to in the block, after the sweep.
    pub(super) fn part(&self, order: &Order) -> TokenStream {
        let (name, operator) = (self.state(), self.operator);
        if !self.is_queued(order) {
            return quote!(#name.part(#operator));
        }
        let waiting = self.waiting();
        match Choice::of(operator) {
            Some(choice) => {
                let takes = takes_second(&choice);
                quote!(#name.settle_choice(&mut #waiting, #takes).part())
            }
            None => quote!(#name.settle(&mut #waiting, #operator).part()),
        }
    }

    /// Folds what a staged one was given for all lanes.
    pub(super) fn commit(&self, rt: &TokenStream, order: &Order) -> TokenStream {
        if order.guarded.contains(&self.id) {
            return self.settle();
        }
        let name = self.state();
        let operator = self.operator;
        match Choice::of(operator) {
            Some(choice) => {
                let takes = takes_second(&choice);
                match self.keyed(rt, order) {
                    Some((key, by)) => unkeyed(rt, &quote!(#key.choose(#name, #by, #takes);)),
                    None => quote!(#name.choose(#takes);),
                }
            }
            None => quote!(#name.apply(#operator);),
        }
    }

    /// Folds what a staged one was given for some lanes.
    pub(super) fn settle(&self) -> TokenStream {
        let (name, operator) = (self.state(), self.operator);
        quote!(#name.settle(#operator);)
    }

    /// Gives the lanes of a staged one their first elements.
    pub(super) fn begin(&self, rt: &TokenStream, order: &Order) -> TokenStream {
        let name = self.state();
        match self.keyed(rt, order) {
            Some((key, by)) => unkeyed(rt, &quote!(#key.begin(#name, #by);)),
            None => quote!(#name.begin();),
        }
    }

    /// What the ranges of a block come to, where scans go on in them.
    pub(super) fn ranges(&self) -> TokenStream {
        let (name, operator) = (self.state(), self.operator);
        quote!(#name.ranges(#operator))
    }

    fn by_key(&self) -> Option<ByKey> {
        Choice::of(self.operator)?.by_key()
    }

    /// The runtime's key, and how it is compared, where lanes keep keys.
    fn keyed(&self, rt: &TokenStream, order: &Order) -> Option<(TokenStream, TokenStream)> {
        let by_key = self.by_key().filter(|_| order.keyed.contains(&self.id))?;
        let (first, second) = (inner("first"), inner("second"));
        let op = by_key.op;
        let takes = match by_key.second_is_left {
            true => quote!(#second #op #first),
            false => quote!(#first #op #second),
        };
        let (name, inputs, key) = (self.state(), by_key.key.inputs, by_key.key.body);
        Some((
            // Bars of ours: it is no closure of the user's, whose style lints
            // would judge.
            quote!(#rt::key(#name, |#inputs| #key).either()),
            quote!(|#first, #second| #takes),
        ))
    }

    /// What a scan carries to the next block, where `last` is its last inclusive element.
    pub(super) fn leaving(&self, last: &TokenStream) -> TokenStream {
        let name = self.state();
        let prefix = state("prefix", self.id, self.name);
        let operator = self.operator;
        quote!(#name.leaving(#prefix, #last, #operator))
    }

    /// Joins some lanes of a staged one.
    pub(super) fn absorb(&self, rt: &TokenStream, order: &Order) -> TokenStream {
        let (name, count) = (self.state(), inner("count"));
        let operator = self.operator;
        match self.keyed(rt, order) {
            Some((key, _)) => unkeyed(rt, &quote!(#key.absorb(#name, #count, #operator);)),
            None => quote!(#name.absorb(#count, #operator);),
        }
    }
}

/// A call of a method of a key, or of what stands in for it where keys are not kept.
fn unkeyed(rt: &TokenStream, call: &TokenStream) -> TokenStream {
    quote!({
        use #rt::Unkeyed as _;
        #call
    })
}

/// A choice as the runtime takes it, a closure that says whether it falls on
/// the second argument: `|a, b, ()| c`.
fn takes_second(choice: &Choice<'_>) -> syn::ExprClosure {
    let mut inputs = choice.operator.inputs.clone();
    inputs.push(syn::parse_quote!(()));
    syn::ExprClosure {
        inputs,
        output: syn::ReturnType::Default,
        body: Box::new(choice.takes_second.clone()),
        ..choice.operator.clone()
    }
}
