//! The decisions about a pass: the method of the runtime, the lanes, and the strategy of each
//! reduction.

use super::columns::Columns;
use super::halves::{self, Halves};
use super::item::{Action, Over, Purpose};
use super::pass::{Form, LaneOrder, Pass, has_aggregates};
use super::policy;
use super::reduction::{self, Combine, Kind, Reduction, Strategy};
use super::temporaries::{self, Temporary};
use crate::nest::{
    ArrayId, Entry, Host, Item, Pattern, Region, Scan, ScanKind, Step, Write, WriteMode,
};
use crate::ordered::ToList;

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
        let actions = self.actions(&reloaded);
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
        let several_call_sites = match interleaved {
            true => policy::SINGLE_CALL_SITE_OF_RANGES,
            false => policy::SINGLE_CALL_SITE,
        };
        let mut pass = Pass {
            purpose,
            over,
            columns: columns.list(),
            form: Form::Store,
            halves: None,
            near: false,
            lanes: 0,
            lane_order: plan.lane_order(&region, lanes.is_some()),
            // An inner loop makes a body large.
            single_call_site: cost - elsewhere(&region, &actions).min(cost) > several_call_sites
                || region.has_axes(),
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
        pass.form = match pass.form(plan.rows, cost) {
            // Groups would not be from left to right.
            Form::Segments if serial => Form::Branching,
            form => form,
        };
        if pass.may_be_halved() {
            let writes = pass.written();
            pass.halves = Halves::of(&pass.region, &pass.actions, &writes);
            if pass.halves.is_some() {
                let unrolled = pass.form != Form::Each { unrolled: false };
                pass.form = Form::Halves { unrolled };
            }
        }
        if pass.looks_up(cost) {
            pass.form = Form::Each { unrolled: true };
        }
        pass
    }

    /// The actions of its body, which reloads the temporaries of these numbers.
    fn actions(&self, reloaded: &[usize]) -> Vec<Action> {
        let is_scan = |step: &Step| matches!(step, Step::Scan(_));
        let scans = self.is_reading() || self.region.any_step(is_scan);
        temporaries::actions(&self.region, self.temporaries, reloaded, scans)
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

/// The operations of a region that do not stand in the code of its body: estimates for functions from
/// outside, beyond what it takes to call them, and steps that rarely run.
fn elsewhere(region: &Region, actions: &[Action]) -> usize {
    let rarely = actions.iter().filter_map(|action| match action {
        Action::Reload {
            recomputed,
            rarely: true,
            ..
        } => Some(recomputed),
        _ => None,
    });
    let rare = rarely
        .flatten()
        .filter_map(|item| region.items[*item].step());
    let rare: Vec<&Step> = rare.list();
    let is_unknown = |worker: &&Host| worker.estimate.is_unknown;
    let unknown = region.workers().filter(is_unknown).count();
    let rare_workers = || rare.iter().filter_map(|step| step.worker());
    let outside = (unknown - rare_workers().filter(is_unknown).count()) * policy::OUTSIDE;
    let operations = rare_workers().map(|worker| worker.estimate.operations);
    outside + rare.len() + operations.sum::<usize>()
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
        let unknown: Vec<usize> = unknown.map(|one| one.id).list();
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
            let any = |columns: &Columns| {
                columns
                    .written()
                    .iter()
                    .any(|write| condition(columns, write))
            };
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
                    false if !folds.is_empty() => (Rows::Tiled, Vec::new()),
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
            partial: partial.filter(|id| swept.guards(*id)).list(),
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

impl Pass {
    fn form(&self, rows: Rows, cost: usize) -> Form {
        if self.purpose == Purpose::Store {
            return Form::Store;
        }
        let with_lanes: Vec<&Reduction> = self.with_lanes().list();
        if with_lanes.is_empty() && !self.interleaved {
            return match self.partitioned(cost) {
                Some(array) => Form::Partition { array },
                None if self.keeps_ends() && self.is_cut_at_ends(cost) => Form::Segments,
                None if self.keeps_ends() => Form::Branching,
                None if self.is_unrolled(cost) => Form::Each { unrolled: true },
                None if self.is_doubled() => Form::Doubled,
                None => Form::Each { unrolled: false },
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

    /// Returns true if it does nothing but compute elements and fold them by known operators.
    fn may_be_halved(&self) -> bool {
        let is_simple = |one: &Reduction| {
            one.kind == Kind::Fold && one.strategy == Strategy::Lanes && one.is_known()
        };
        let has_form = match self.form {
            Form::Each { .. } | Form::Doubled => self.reductions.is_empty(),
            Form::Lanes => self.reductions.iter().all(is_simple),
            _ => false,
        };
        has_form && self.purpose == Purpose::Results && !self.interleaved
    }

    /// Returns true if it keeps the last elements of the segments of a scan, which begins anew behind
    /// them: in a branch. `segments-in-one-branch.md`.
    fn keeps_ends(&self) -> bool {
        let keeps = |scan: &Scan| scan.segments.as_ref().is_some_and(|own| own.keeps_ends);
        self.purpose == Purpose::Results
            && self
                .region
                .any_step(|step| matches!(step, Step::Scan(scan) if keeps(scan)))
    }

    /// Returns true if all that it does beside a scan by segments is to write what stands at their
    /// ends, and if it costs little to find these first. `ends-of-segments-in-groups.md`.
    fn is_cut_at_ends(&self, cost: usize) -> bool {
        let Some((before, scan, behind)) = self.around_scan() else {
            return false;
        };
        let segments = scan.segments.as_ref();
        let is_known = segments.is_some_and(|segments| segments.known.is_some());
        let is_simple = |item: &Item| {
            let is_bounded = |worker: &Host| !worker.estimate.is_unbounded;
            item.step().is_some_and(|step| {
                step.is_plain() && !step.may_fail() && step.worker().is_none_or(is_bounded)
            })
        };
        let is_guard = |item: &Item| match item {
            Item::Region(inner) => {
                inner.entry.predicate().is_some() && inner.items.iter().all(is_simple)
            }
            Item::Step(_) => false,
        };
        let mut others = behind.iter().filter(|item| !is_simple(item));
        let keeps_ends_alone = others.next().is_some_and(is_guard) && others.next().is_none();
        let stores = |columns: &Columns| !columns.temporaries.is_empty();
        is_known
            && scan.kind == ScanKind::Exclusive
            && scan.intake.operand().is_some()
            && before.iter().all(is_simple)
            && keeps_ends_alone
            && self.region.reads.iter().all(|read| read.map.len() <= 1)
            && self.reductions.is_empty()
            && !self.columns.iter().any(stores)
            && self.writes().iter().all(|write| self.compacts(write))
            && cost <= policy::SINGLE_CALL_SITE
    }

    /// Returns true if several neighbours are compacted or reduced by index together. Beside reads at
    /// computed positions nothing else gains from it, and compaction not beside a buffer.
    fn is_unrolled(&self, cost: usize) -> bool {
        let reduces = |write: &Write| write.mode.reduces();
        let mut writes = self.written().into_iter();
        cost <= policy::SINGLE_CALL_SITE
            && !self.purpose.is_reading()
            && !self.reductions.iter().any(Reduction::is_buffered)
            && writes.any(|write| self.compacts(&write) || reduces(&write))
    }

    /// Returns true if it does nothing but to compute elements, some of which it reads at computed
    /// positions. `reads-in-groups.md`.
    fn looks_up(&self, cost: usize) -> bool {
        let is_plain = |item: &Item| item.step().is_some_and(Step::is_plain);
        self.form == Form::Each { unrolled: false }
            && cost <= policy::SINGLE_CALL_SITE
            && self.region.items.iter().all(is_plain)
            && self
                .region
                .any_step(|step| matches!(step, Step::Gather { .. }))
    }

    /// Returns true if several neighbours are compacted together, for which there is a copy of the
    /// body. One that loops or calls unknown functions has no vectors, and two cannot have the state
    /// of a scan.
    fn is_doubled(&self) -> bool {
        let mut is_unbounded = false;
        self.region.visit(&mut |region| {
            is_unbounded |= region.workers().any(|worker| worker.estimate.is_unbounded);
        });
        let mut writes = self.written().into_iter();
        !is_unbounded
            && !self.purpose.is_reading()
            && self.reductions.is_empty()
            && !self.region.has_axes()
            && !self.region.any_step(Step::may_fail)
            && !self.region.any_step(|step| matches!(step, Step::Scan(_)))
            && writes.any(|write| self.compacts(&write))
    }

    /// Returns true if a result is what filters keep.
    fn compacts(&self, write: &Write) -> bool {
        write.mode == WriteMode::Compact && !self.keeps_all(write.array)
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
        // A body that is too large for two call sites is there twice, if it has vectors and is not cut in
        // halves.
        let is_small = cost <= policy::SINGLE_CALL_SITE;
        let is_doubled = || self.is_doubled() && !halves::compute_before_filters(&self.region);
        if does_more || !(is_small || is_doubled()) || writes.len() < policy::PARTITIONED {
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
}
