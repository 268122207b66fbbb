//! Passes: the steps of one walk over the elements of a sub-loop, and the method of the runtime
//! that walks.

use super::columns::Columns;
use super::halves::Halves;
use super::item::{Action, Over, Purpose};
use super::reduction::{Kind, Leaving, Reduction, Strategy};
use crate::nest::{ArrayId, Element, Fold, Intake, Item, Region, Scan, Step, Write, condition};
use crate::ordered::flat;
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
        /// Set if several neighbours are compacted together, or read at computed positions.
        unrolled: bool,
    },
    /// One element after the other, several neighbours compacted together by a copy of the body: it
    /// is too large to be inlined at two places.
    Doubled,
    /// One element after the other, which is written in the branch that its step takes.
    Branching,
    /// Beside a scan by segments of which only the ends are kept: groups of neighbours without an
    /// end are a fold.
    Segments,
    /// Down the rows, some columns at a time, with a state for each column.
    Down,
    /// Down the rows, some columns at a time, and in panels of rows along antidiagonals.
    Diagonals,
    /// By tiles of rows and columns, in no order, where an array is read across its rows.
    Across,
    /// One row of a few positions after the other, which are written out.
    Columns {
        /// The positions of a row.
        count: usize,
        /// Set if a copy of the body does parts of rows: it is too large to be inlined at two places.
        apart: bool,
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
    Halves {
        /// Set if several neighbours are compacted together.
        unrolled: bool,
    },
    /// With lanes.
    Lanes,
    /// With lanes, or without where the reductions have nothing to do.
    LanesUnlessIdle,
    /// With lanes, or where a block has one accumulator, in groups of neighbours: their step is
    /// left out where it changes the accumulator for none of them.
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

impl Form {
    /// Returns true if it goes down the rows, with states for each column.
    pub fn goes_down(self) -> bool {
        matches!(self, Form::Down | Form::Diagonals)
    }
}

impl Pass {
    /// Has it read by digits, as [`Loop::read_by_digits`](crate::nest::Loop::read_by_digits) says.
    pub(super) fn read_by_digits(&mut self) {
        self.region.read_by_digits();
        if let Some(halves) = &mut self.halves {
            halves.read_by_digits();
        }
    }

    /// Has it go down the rows in such a form, with a fold of each row.
    pub(super) fn go_down(&mut self, form: Form) {
        (self.form, self.halves, self.lanes) = (form, None, 1);
        for reduction in &mut self.reductions {
            reduction.strategy = Strategy::Lanes;
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

    /// The first scan at the top of the body, with what stands before and behind it.
    pub fn around_scan(&self) -> Option<(&[Item], &Scan, &[Item])> {
        let items = &self.region.items;
        items.iter().enumerate().find_map(|(at, item)| match item {
            Item::Step(Step::Scan(scan)) => Some((&items[..at], scan, &items[at + 1..])),
            _ => None,
        })
    }

    /// The arrays of all its columns.
    pub fn writes(&self) -> Vec<Write> {
        flat(self.columns.iter().map(|columns| columns.writes.clone()))
    }

    /// The arrays that it writes.
    pub fn written(&self) -> Vec<Write> {
        flat(
            self.columns
                .iter()
                .map(|columns| columns.written().to_vec()),
        )
    }

    /// The reductions that have lanes.
    pub fn with_lanes(&self) -> impl Iterator<Item = &Reduction> {
        self.reductions.iter().filter(|one| one.has_lanes())
    }

    /// The fold or aggregate of a step.
    pub fn reduction(&self, step: &Step) -> Option<&Reduction> {
        let (is_total, id) = match step {
            Step::Fold(fold) => (false, fold.id),
            Step::Total(scan) => (true, scan.id),
            _ => return None,
        };
        let is_its = |one: &&Reduction| match is_total {
            true => one.kind.is_before(),
            false => one.kind == Kind::Fold,
        };
        let mut reductions = self.reductions.iter().filter(is_its);
        reductions.find(|one| one.id == id)
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

    /// The rows of its `cross` that are swept together, if copies stand for those that a block lacks.
    pub(super) fn filled_up(&self) -> Option<usize> {
        (self.form == Form::Rows).then_some(self.lanes)
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

/// Returns true if the aggregate of a scan is found in a region.
pub(super) fn has_aggregates(region: &Region) -> bool {
    region.any_step(|step| matches!(step, Step::Total(_)))
}
