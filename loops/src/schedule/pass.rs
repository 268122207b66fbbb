//! Passes: the steps of one walk over the elements of a sub-loop, and which method of the runtime
//! walks.

use super::columns::Columns;
use super::halves::Halves;
use super::item::{Action, Over, Purpose};
use super::policy;
use super::reduction::{self, Combine, Kind, Leaving, Reduction, Strategy};
use super::temporaries::{self, Temporary};
use crate::nest::{
    ArrayId, Element, Entry, Fold, Intake, Item, Pattern, Region, Scan, Step, Write, WriteMode,
    condition,
};
use syn::ExprClosure;

/// One walk over the elements of a sub-loop, or over those that its block has compacted.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Pass {
    /// Its job.
    pub purpose: Purpose,
    /// The elements that it walks over.
    pub over: Over,
    /// The computation.
    pub region: Region,
    /// The items of the region, in the order in which they are done, and the scalars that are
    /// reloaded in the place of steps.
    pub actions: Vec<Action>,
    /// Its columns, of the arrays that the loop writes.
    pub columns: Vec<Columns>,
    /// The folds and aggregates in it.
    pub reductions: Vec<Reduction>,
    /// The method of the runtime that runs it.
    pub form: Form,
    /// The halves of the body, if it is cut in two.
    pub halves: Option<Halves>,
    /// Set if all angles are taken for near ones first.
    pub near: bool,
    /// The number of lanes of each reduction.
    pub lanes: usize,
    /// The order in which elements go to lanes.
    pub lane_order: LaneOrder,
    /// Set if the body is called from one place only: it is too large to be inlined at two.
    pub single_call_site: bool,
    /// Set if elements are visited from left to right.
    pub in_order: bool,
    /// Set if scans are interleaved, and everything else with them.
    pub interleaved: bool,
}

/// A method of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It fills temporaries.
    Store,
    /// One element after the other, without lanes.
    Each {
        /// Set if several neighbours are compacted together.
        unrolled: bool,
    },
    /// One element after the other, each of which goes to those of several results whose filters
    /// keep it: first the answers of all filters for some neighbours, then the elements of each
    /// result.
    Partition {
        /// The array of which all the filters keep some.
        array: ArrayId,
    },
    /// One element after the other, in two halves: the first one for a few hundred elements, then
    /// the second one for them.
    Halves,
    /// With lanes.
    Lanes,
    /// With lanes, or without where the reductions have nothing to do.
    LanesUnlessIdle,
    /// With lanes, or where a block has one accumulator, in groups of neighbours: their step is left
    /// out where it changes the accumulator for none of them.
    LanesIfAny,
    /// With lanes that get an element each before they are combined.
    Batched,
    /// Over the rows of a `cross`, several side by side, for reductions in it that are batched.
    Rows,
    /// Over tiles of rows of a `cross`, for reductions in it that are not.
    Tiled,
}

/// The order in which elements go to lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneOrder {
    /// Cyclic where all operators commute, else blocked.
    Cyclic,
    /// Cyclic where all operators commute, else from left to right.
    InOrder,
    /// Blocked: contiguous ranges, one after the other.
    Blocked,
    /// Blocked ranges side by side.
    Interleaved,
    /// Ranges side by side that find the exclusive prefixes of interleaved scans.
    InterleavedAggregates,
}

/// The parts of a pass, before its method is decided.
pub(super) struct Draft<'t> {
    pub(super) purpose: Purpose,
    pub(super) over: Over,
    pub(super) region: Region,
    pub(super) columns: Vec<Columns>,
    pub(super) reductions: Vec<Reduction>,
    /// A rough number of operations in the body.
    pub(super) cost: usize,
    /// The number of lanes of reductions, if passes must agree on it.
    pub(super) lanes: Option<usize>,
    pub(super) interleaved: bool,
    /// Set if everything is done from left to right, without lanes.
    pub(super) serial: bool,
    /// The temporaries of the sub-loop.
    pub(super) temporaries: &'t [Temporary],
}

impl Draft<'_> {
    /// Decides how the pass runs.
    pub(super) fn pass(self) -> Pass {
        let plan = Plan::of(&self);
        let (stored, reloaded) = temporaries::uses(self.temporaries, self.purpose);
        let actions = temporaries::actions(&self.region, self.temporaries, &reloaded);
        let Draft {
            purpose,
            over,
            region,
            columns,
            mut reductions,
            cost,
            lanes,
            interleaved,
            serial,
            temporaries,
        } = self;
        for reduction in &mut reductions {
            reduction.strategy = match serial {
                true => Strategy::Serial,
                false => plan.strategy(reduction),
            };
        }
        let columns = columns.into_iter();
        let columns = columns.map(|columns| columns.using(temporaries, stored, &reloaded, &region));
        let mut pass = Pass {
            purpose,
            over,
            columns: columns.collect(),
            form: Form::Store,
            halves: None,
            near: false,
            lanes: 0,
            lane_order: plan.lane_order(&region, lanes.is_some()),
            // An inner loop makes a body large.
            single_call_site: cost > policy::SINGLE_CALL_SITE || region.has_axes(),
            in_order: plan.in_order,
            interleaved,
            region,
            actions,
            reductions,
        };
        let with_lanes = pass.with_lanes().count();
        pass.lanes = lanes.unwrap_or_else(|| {
            let blocked = plan.blocked || !plan.batched.is_empty();
            let mut stepped = pass.reductions.iter().filter(|one| one.is_stepped());
            match stepped.any(|one| !one.is_known()) {
                true => policy::LANES_OF_ACCUMULATORS,
                false => policy::lanes_of_pass(with_lanes, blocked),
            }
        });
        pass.form = pass.form(plan.rows, cost);
        if pass.form == (Form::Each { unrolled: false }) {
            let writes: Vec<Write> = pass.writes().collect();
            let computes = pass.purpose == Purpose::Results && pass.reductions.is_empty();
            pass.halves = computes
                .then(|| Halves::of(&pass.region, &pass.actions, &writes))
                .flatten();
        }
        if pass.halves.is_some() {
            pass.form = Form::Halves;
        }
        pass
    }

    fn is_reading(&self) -> bool {
        self.purpose.is_reading()
    }
}

/// The assignment of the rows of a `cross` to lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rows {
    /// One row after the other. Lanes are cyclic in a row, or blocked ranges of rows.
    #[default]
    Single,
    /// Several side by side, each one in a lane of reductions that are batched.
    SideBySide,
    /// In either way, as the runtime finds better for the type of the elements: the
    /// operators are all known.
    Tiled,
}

/// The lanes of a pass.
#[derive(Debug, Default)]
struct Plan {
    in_order: bool,
    rows: Rows,
    interleaved: bool,
    /// Set if lanes are blocked ranges, as for operators of which nothing is known.
    blocked: bool,
    batched: Vec<usize>,
    /// The batched reductions of whose lanes some may get nothing.
    partial: Vec<usize>,
    buffered: Vec<usize>,
}

impl Plan {
    fn of(draft: &Draft<'_>) -> Plan {
        let region = &draft.region;
        if draft.serial {
            return Plan {
                in_order: true,
                ..Plan::default()
            };
        }
        // Of several positions that fail, the leftmost is reported.
        let fails = region.any_step(Step::may_fail);
        let steps_in_order = fails || region.any_step(|step| matches!(step, Step::Scan(_)));
        if draft.reductions.iter().any(Reduction::is_stepped) {
            // Each lane has an accumulator, whose step waits for nothing else.
            return Plan {
                in_order: steps_in_order,
                ..Plan::default()
            };
        }
        let unknown = draft.reductions.iter().filter(|one| !one.is_known());
        let unknown: Vec<usize> = unknown.map(|one| one.id).collect();
        if draft.reductions.iter().any(Reduction::is_transition) {
            return Plan {
                in_order: steps_in_order,
                interleaved: draft.interleaved,
                blocked: !steps_in_order,
                ..Plan::default()
            };
        }
        if draft.interleaved {
            return Plan {
                interleaved: true,
                blocked: true,
                ..Plan::default().batching(reduction::unguarded(unknown, region), region)
            };
        }
        let totals = has_aggregates(region);
        let writes = |condition: &dyn Fn(&Columns, &Write) -> bool| {
            let mut columns = draft.columns.iter();
            let any =
                |columns: &Columns| columns.writes.iter().any(|write| condition(columns, write));
            !draft.is_reading() && columns.any(any)
        };
        let mut crosses = region.axes();
        // The condition of a row has no part in the value that its lane gets.
        let swept = crosses.first().copied().unwrap_or(region);
        let ordered = steps_in_order || writes(&Columns::is_ordered);
        let buffered = match crosses.is_empty() {
            true => reduction::buffered(region, &draft.reductions, ordered),
            false => Vec::new(),
        };
        let from_the_left = ordered || !buffered.is_empty();
        let in_order = steps_in_order || !buffered.is_empty();
        // Lanes that some share and some do not would be combined in another
        // order than on the way of a scan.
        let mixed = totals && unknown.len() < draft.reductions.len();
        let blocked = crosses.is_empty() && !from_the_left && !mixed && !unknown.is_empty();
        let simple = |crossed: &Region| {
            !totals
                && !fails
                && !writes(&|_, write| crossed.makes(write.array))
                && !crossed.any_step(|step| matches!(step, Step::Scan(_)))
        };
        let (rows, batched) = match (crosses.pop(), crosses.is_empty()) {
            (None, _) if blocked => (Rows::Single, reduction::unguarded(unknown, region)),
            (Some(crossed), true) if simple(crossed) => {
                let folds = crossed.folds();
                match folds.iter().any(|id| unknown.contains(id)) {
                    // An expensive worker keeps the machine busy anyway, and should not run
                    // for a row that counts in no lane.
                    true if draft.cost <= policy::ROWS_SIDE_BY_SIDE => (Rows::SideBySide, folds),
                    false if draft.cost <= policy::SINGLE_CALL_SITE && !folds.is_empty() => {
                        (Rows::Tiled, Vec::new())
                    }
                    _ => (Rows::Single, Vec::new()),
                }
            }
            _ => (Rows::Single, Vec::new()),
        };
        Plan {
            in_order,
            rows,
            blocked,
            buffered,
            ..Plan::default().batching(batched, swept)
        }
    }

    /// Adds batched reductions, behind whose filters is `swept`.
    fn batching(self, batched: Vec<usize>, swept: &Region) -> Plan {
        let partial = batched.iter().copied();
        Plan {
            partial: partial.filter(|id| swept.guards(*id)).collect(),
            batched,
            ..self
        }
    }

    fn strategy(&self, reduction: &Reduction) -> Strategy {
        let operator = &reduction.operator;
        if reduction.is_stepped() {
            return Strategy::Stepped;
        }
        if self.buffered.contains(&reduction.id) {
            let by = Combine::of_buffer(operator);
            return Strategy::Buffered { by };
        }
        if !self.batched.contains(&reduction.id) {
            return Strategy::Lanes;
        }
        let partial = self.partial.contains(&reduction.id);
        let by = Combine::of_lanes(operator, partial);
        Strategy::Batched { by, partial }
    }

    fn lane_order(&self, region: &Region, has_scans: bool) -> LaneOrder {
        let totals = has_aggregates(region);
        if self.interleaved && totals {
            LaneOrder::InterleavedAggregates
        } else if self.blocked && has_scans && !self.interleaved {
            // The ranges that a scan goes through from the left elsewhere.
            LaneOrder::Blocked
        } else if self.blocked {
            LaneOrder::Interleaved
        } else if self.in_order || totals {
            LaneOrder::InOrder
        } else {
            LaneOrder::Cyclic
        }
    }
}

fn has_aggregates(region: &Region) -> bool {
    region.any_step(|step| matches!(step, Step::Total(_)))
}

impl Pass {
    fn form(&self, rows: Rows, cost: usize) -> Form {
        if self.purpose == Purpose::Store {
            return Form::Store;
        }
        let with_lanes: Vec<&Reduction> = self.with_lanes().collect();
        if with_lanes.is_empty() && !self.interleaved {
            return match self.partitioned(cost) {
                Some(array) => Form::Partition { array },
                None => Form::Each {
                    unrolled: self.is_unrolled(cost),
                },
            };
        }
        // Aggregates of scans may have nothing to do. Then lanes only help a single scan, whose
        // elements LLVM computes side by side; the steps of several would take more vectors
        // apart than that is worth.
        let idle = with_lanes.len() > 1 && with_lanes.iter().all(|one| one.may_be_idle());
        match rows {
            Rows::Tiled => Form::Tiled,
            Rows::SideBySide => Form::Rows,
            Rows::Single if with_lanes.iter().any(|one| one.is_batched()) => Form::Batched,
            Rows::Single if idle => Form::LanesUnlessIdle,
            Rows::Single if self.step_with_condition().is_some() => Form::LanesIfAny,
            Rows::Single => Form::Lanes,
        }
    }

    /// The step of the fold that the pass consists of, and its condition, if it has one that costs
    /// nothing to ask a second time: of elements that are read or counted.
    pub fn step_with_condition(&self) -> Option<(&Step, ExprClosure)> {
        let writes_nothing =
            |columns: &Columns| columns.writes.is_empty() && columns.temporaries.is_empty();
        let (Item::Step(last), before) = self.region.items.split_last()? else {
            return None;
        };
        let Step::Fold(Fold {
            intake: Intake::Step { worker, .. },
            ..
        }) = last
        else {
            return None;
        };
        let is_counted = |item: &Item| matches!(item, Item::Step(Step::Range { .. }));
        let is_alone = self.over == Over::Block
            && self.columns.iter().all(writes_nothing)
            && self.reductions.iter().all(Reduction::is_stepped)
            && before.iter().all(is_counted);
        let condition = is_alone.then(|| condition(&worker.expr))?;
        Some((last, condition?))
    }

    /// Returns true if several neighbours are compacted or reduced by index together. Nothing else
    /// gains from it, and compaction not beside a buffer.
    fn is_unrolled(&self, cost: usize) -> bool {
        let compacts =
            |write: &Write| write.mode == WriteMode::Compact && !self.keeps_all(write.array);
        let reduces = |write: &Write| write.mode.reduces();
        cost <= policy::SINGLE_CALL_SITE
            && !self.purpose.is_reading()
            && !self.reductions.iter().any(Reduction::is_buffered)
            && self
                .writes()
                .any(|write| compacts(&write) || reduces(&write))
    }

    /// The array whose elements it partitions among several results, if it does nothing else.
    fn partitioned(&self, cost: usize) -> Option<ArrayId> {
        let [columns] = &self.columns[..] else {
            return None;
        };
        let writes = &columns.writes;
        let does_more = self.purpose.is_reading()
            || !self.reductions.is_empty()
            || !columns.temporaries.is_empty()
            || self.region.any_step(Step::may_fail)
            || self.region.inner().count() != writes.len();
        if does_more
            || cost > policy::SINGLE_CALL_SITE
            || !policy::PARTITIONED.contains(&writes.len())
        {
            return None;
        }
        let kept = writes.iter().map(|write| self.kept_from(write));
        let arrays: Option<Vec<ArrayId>> = kept.collect();
        let arrays = arrays?;
        let array = *arrays.first()?;
        arrays.iter().all(|other| *other == array).then_some(array)
    }

    /// The array of which a result is what one filter keeps, and nothing else stands behind that
    /// filter.
    fn kept_from(&self, write: &Write) -> Option<ArrayId> {
        let mut guards = self.region.inner();
        guards.find_map(|region| match &region.entry {
            Entry::Guard {
                arg,
                into: Pattern::Name(kept),
                ..
            } if *kept == write.array
                && write.mode == WriteMode::Compact
                && region.items.is_empty() =>
            {
                Some(*arg)
            }
            _ => None,
        })
    }

    /// The arrays of all its columns.
    pub fn writes(&self) -> impl Iterator<Item = Write> + '_ {
        self.columns
            .iter()
            .flat_map(|columns| columns.writes.iter().copied())
    }

    /// Returns true if a fold in it has accumulators, which may be too large for one in each lane.
    pub fn has_accumulators(&self) -> bool {
        self.reductions.iter().any(Reduction::is_stepped)
    }

    /// The reductions that have lanes.
    pub fn with_lanes(&self) -> impl Iterator<Item = &Reduction> {
        self.reductions.iter().filter(|one| one.has_lanes())
    }

    /// The fold or aggregate of a step.
    pub fn reduction(&self, step: &Step) -> Option<&Reduction> {
        let (kind, id) = match step {
            Step::Fold(fold) => (Kind::Fold, fold.id),
            Step::Total(scan) => (Kind::before(scan), scan.id),
            _ => return None,
        };
        let mut reductions = self.reductions.iter();
        reductions.find(|one| one.kind == kind && one.id == id)
    }

    /// Returns true if it finds the aggregates of scans beside their elements.
    pub fn carries(&self) -> bool {
        self.reductions.iter().any(|one| one.kind == Kind::Carry)
    }

    /// The aggregate of a scan that it finds beside the scan's elements. A scan of the same pass
    /// whose aggregate is found from the right has none.
    pub fn carry(&self, scan: &Scan) -> Option<&Reduction> {
        let mut reductions = self.reductions.iter();
        reductions.find(|one| one.kind == Kind::Carry && one.id == scan.id)
    }

    /// Returns true if no filter stands before the elements that it makes of an array.
    pub fn keeps_all(&self, array: ArrayId) -> bool {
        !self.region.inner().any(|inner| inner.makes(array))
    }

    /// Returns true if several rows of its `cross` are done together (register tiling).
    pub fn has_rows(&self) -> bool {
        matches!(self.form, Form::Rows | Form::Tiled)
    }

    /// Returns true if a row of this crossed region is shared by lanes.
    pub fn shares_rows(&self, crossed: &Region) -> bool {
        !self.in_order && !has_aggregates(crossed) && !crossed.folds().is_empty()
    }

    /// The reduction that a step behind so many filters is, if it takes in its elements outside of
    /// them.
    ///
    /// It does where the operator is a known one, so that there is most likely a neutral element;
    /// or where its elements are just those that the filter keeps and wait in a buffer.
    pub fn leaving(&self, step: &Step, guards: usize) -> Option<Leaving<'_>> {
        let reduction = self.reduction(step)?;
        let arg = match step {
            Step::Fold(fold) => fold.intake.operand()?,
            Step::Total(scan) => scan.intake.operand()?,
            _ => return None,
        };
        let can_leave = match arg {
            Element::Array(_) => guards > 0,
            // There is no name for a count further out.
            Element::One => guards == 1,
        };
        let buffered = reduction.is_buffered() && guards == 1;
        let leaves = match reduction.strategy {
            Strategy::Serial | Strategy::Stepped | Strategy::Batched { .. } => false,
            Strategy::Lanes | Strategy::Buffered { .. } => reduction.is_known() || buffered,
        };
        (can_leave && leaves).then_some(Leaving {
            reduction,
            arg,
            buffered,
        })
    }
}
