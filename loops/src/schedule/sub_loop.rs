//! Sub-loops: the work of a block on its elements, or on those that it has compacted.

use super::aggregate::Aggregate;
use super::columns::{Columns, Port, Use};
use super::draft::Draft;
use super::item::{Over, Purpose};
use super::levels::{self, Level, LookBack};
use super::overwritten::reads_overwritten;
use super::pass::{Form, Pass};
use super::reduction::{Kind, Reduction};
use super::scan::{self, ScanOrder, ScanSchedule};
use super::short_rows;
use super::simd::Simd;
use super::split::{self, Staged};
use super::temporaries::{self, FilledBy, Temporary};
use super::{Settings, across, compacted, down, folds_first, near, policy, rows};
use crate::nest::{ArrayId, Loop, Nest, Region, Scan, Step, Write, WriteMode, cost};
use crate::ordered::{OrderedMap, ToList, flat};

/// A loop, or one of those into which it is split, as blocks do it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct SubLoop {
    /// Its position among those of the loop; `None` if it is all of the loop.
    pub number: Option<usize>,
    /// Set if it walks over the elements of the block, rather than over those that an earlier one has
    /// compacted.
    pub is_over_block: bool,
    /// The computation.
    pub nested: Loop,
    /// The look-back levels, and the source of the aggregates of each. None in strict order: there
    /// is one block then.
    pub levels: Vec<(Level, Aggregate)>,
    /// The number of the first level's chain.
    pub chain: usize,
    /// The number of arrays that it compacts for later sub-loops: they are the first ones that it
    /// writes.
    pub for_later: usize,
    /// The results that are dense at a known offset.
    pub dense: Vec<ArrayId>,
    /// The schedules of its scans, by their numbers.
    pub scans: OrderedMap<usize, ScanSchedule>,
    /// Set if the scans are interleaved.
    pub interleaved: bool,
    /// The number of lanes of reductions, if there are scans: all passes must agree.
    pub lanes: Option<usize>,
    /// The columns of later sub-loops of which it reads old elements.
    pub olds: Vec<Columns>,
    /// The block temporaries between its passes.
    pub temporaries: Vec<Temporary>,
    /// Its passes, in order.
    pub passes: Vec<Pass>,
    /// The passes that find the aggregates of its first levels ahead of the loop, where several
    /// processes do it: the others wait for the process to the left.
    pub ahead: Vec<Pass>,
    /// Set if the prefixes of its first level share messages with those of other sub-loops.
    pub shares_messages: bool,
    /// Set if everything is done from left to right, from the seeds.
    pub serial: bool,
    /// Set if its scans begin anew with each row, and blocks are of whole rows.
    pub in_rows: bool,
    /// The axis down which its scans go, piece by piece of the columns.
    pub down: Option<usize>,
    /// Set if it replays sub-loops.
    pub replays: bool,
    /// The SIMD policy, if it is compiled a second time for wide instructions.
    pub simd: Option<Simd>,
}

impl SubLoop {
    /// Has it read by digits, as [`Loop::read_by_digits`] says.
    pub(super) fn read_by_digits(&mut self) {
        if self.nested.read_by_digits() {
            for (level, _) in &mut self.levels {
                level.body.read_by_digits();
            }
            for pass in self.passes.iter_mut().chain(&mut self.ahead) {
                pass.read_by_digits();
            }
        }
    }

    /// All of a loop at once.
    pub(super) fn whole(nest: &Nest, nested: &Loop, settings: Settings) -> SubLoop {
        let levels = levels::of(&nested.body);
        let goes_down = settings.goes_down && !settings.strict;
        let down = down::axis(nest, nested).filter(|_| goes_down);
        let interleaved =
            !settings.strict && down.is_none() && scan::interleaves(nest, nested, &levels);
        let mut sub_loop = SubLoop {
            interleaved,
            down,
            ..SubLoop::empty(nest, nested, &levels)
        };
        if settings.strict {
            sub_loop.serial = true;
        } else if settings.grain.is_none() && rows::takes(nested) {
            sub_loop.in_rows = true;
        } else if down.is_none() {
            sub_loop.temporaries = temporaries::of(nested, &levels, &[]);
            sub_loop.levels = sub_loop.aggregates_of(nest, levels, settings);
        }
        sub_loop.with_scans().with_passes(nest, None)
    }

    /// The sub-loops of a loop, and the one that replays them where something has failed.
    pub(super) fn of_staged(
        nest: &Nest,
        nested: &Loop,
        staged: &[Staged],
        settings: Settings,
    ) -> (Vec<SubLoop>, Option<SubLoop>) {
        let may_replay = split::may_replay(staged);
        let mut chain = 0;
        let mut sub_loops = Vec::new();
        for (number, own) in staged.iter().enumerate() {
            let levels = levels::of(&own.nested.body);
            let first = chain;
            chain += levels.len();
            let dense = match own.is_over_block || may_replay {
                true => Vec::new(),
                false => own.dense(),
            };
            let sub_loop = SubLoop {
                number: Some(number),
                is_over_block: own.is_over_block,
                interleaved: own.is_over_block && scan::interleaves(nest, &own.nested, &levels),
                chain: first,
                for_later: own.for_later,
                temporaries: temporaries::of(&own.nested, &levels, &dense),
                dense,
                ..SubLoop::empty(nest, &own.nested, &levels)
            };
            sub_loops.push((sub_loop, levels));
        }
        let results = sub_loops.iter().map(|(sub_loop, _)| sub_loop.results());
        let results: Vec<Columns> = results.list();
        let sub_loops = sub_loops
            .into_iter()
            .zip(1..)
            .map(|((mut sub_loop, levels), next)| {
                sub_loop.olds = sub_loop.olds_of(nest, &results[next..]);
                sub_loop.levels = sub_loop.aggregates_of(nest, levels, settings);
                sub_loop.with_scans().with_passes(nest, None)
            });
        let sub_loops: Vec<SubLoop> = sub_loops.list();
        let replay = may_replay.then(|| {
            let levels = sub_loops.iter().map(|sub_loop| sub_loop.levels.clone());
            let results = sub_loops.iter().map(SubLoop::results);
            SubLoop {
                levels: flat(levels),
                replays: true,
                simd: None,
                ..SubLoop::empty(nest, nested, &[])
            }
            .with_scans()
            .with_passes(nest, Some(results.list()))
        });
        (sub_loops, replay)
    }

    /// A loop of which nothing is decided yet but how it is compiled.
    fn empty(nest: &Nest, nested: &Loop, levels: &[Level]) -> SubLoop {
        let changes_in_place = reads_overwritten(nest, &nested.body, &nested.writes);
        SubLoop {
            number: None,
            is_over_block: true,
            nested: nested.clone(),
            levels: Vec::new(),
            chain: 0,
            for_later: 0,
            dense: Vec::new(),
            scans: OrderedMap::new(),
            interleaved: false,
            lanes: None,
            olds: Vec::new(),
            temporaries: Vec::new(),
            passes: Vec::new(),
            ahead: Vec::new(),
            shares_messages: false,
            serial: false,
            in_rows: false,
            down: None,
            replays: false,
            simd: Simd::of(nested, levels, changes_in_place),
        }
    }

    /// Adds the order of its scans, and the number of lanes that they take.
    fn with_scans(mut self) -> SubLoop {
        let in_order = self.serial || self.in_rows || self.down.is_some() || self.interleaved;
        let grouped = match in_order {
            true => Vec::new(),
            false => scan::grouped(&self.nested),
        };
        let mut scans = OrderedMap::new();
        self.nested.body.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Scan(scan) = step {
                    let order = match grouped.contains(&scan.id) {
                        _ if self.interleaved => ScanOrder::Interleaved,
                        true => ScanOrder::Grouped,
                        false => ScanOrder::Serial,
                    };
                    scans.insert(scan.id, ScanSchedule::of(scan, order));
                }
            }
        });
        self.scans = scans;
        // Aggregates are combined in the same order wherever they are found.
        let levels = self.levels.iter().map(|(level, _)| level);
        let levels = levels.filter(|level| level.look_back != LookBack::LastState);
        let scans = flat(levels.map(|level| level.scans.iter().map(|scan| (scan, &level.body))));
        let blocked = self.interleaved || scans.iter().any(|(scan, _)| scan.known.is_none());
        let of_scans = scans
            .iter()
            .map(|(scan, body)| scan::accumulators(scan, body));
        let reductions = self.nested.folds.len() + of_scans.sum::<usize>();
        self.lanes = (!scans.is_empty()).then(|| policy::lanes(reductions, blocked));
        self
    }

    /// The scans whose prefixes come from the blocks to the left.
    pub fn look_back(&self) -> impl Iterator<Item = &Scan> {
        self.levels.iter().flat_map(|(level, _)| &level.scans)
    }

    /// Returns true if the transitions of a recurrence are powers of one.
    pub fn raises(&self, scan: &Scan) -> bool {
        let mut reductions = self.passes.iter().flat_map(|pass| &pass.reductions);
        scan.transition.is_some()
            && reductions.any(|one| one.id == scan.id && matches!(one.kind, Kind::Power(_)))
    }

    /// Returns true if it is known where the last segment of a block ends before its results are
    /// found: its only scan is one by segments whose aggregate is found from the right.
    pub fn knows_last_end(&self) -> bool {
        let is_segments = |pass: &Pass| pass.form == Form::Segments;
        let [(level, Aggregate::FromRight)] = &self.levels[..] else {
            return false;
        };
        level.scans.len() == 1
            && !self.replays
            && !self.in_rows
            && !self.interleaved
            && self.passes.iter().any(is_segments)
    }

    /// The elements that it walks over.
    pub fn over(&self) -> Over {
        match self.number {
            Some(number) if !self.is_over_block => Over::Compacted(number),
            _ => Over::Block,
        }
    }

    /// The arrays that it compacts for later sub-loops.
    pub fn writes_for_later(&self) -> &[Write] {
        &self.nested.writes[..self.for_later]
    }

    /// The results that it writes.
    pub fn written_results(&self) -> &[Write] {
        &self.nested.writes[self.for_later..]
    }

    /// The columns that a pass for results writes: those compacted for later sub-loops, if
    /// anything is, and the results.
    pub fn columns(&self) -> Vec<Columns> {
        let for_later = (self.for_later > 0).then(|| Columns {
            is_for_later: true,
            writes: self.writes_for_later().to_vec(),
            port: Port::Write,
            ..Columns::aside(self.number)
        });
        for_later.into_iter().chain([self.results()]).list()
    }

    /// The columns of the results alone.
    fn results(&self) -> Columns {
        Columns {
            port: Port::Write,
            of: self.number,
            is_for_later: false,
            temporaries: vec![Use::Skip; self.temporaries.len()],
            writes: self.written_results().to_vec(),
            dense: self.dense.clone(),
            rows: self.rows(),
        }
    }

    /// The results that are dense along axes inside the loop.
    pub fn rows(&self) -> Vec<ArrayId> {
        let dense = self.written_results().iter();
        let dense = dense.filter(|write| write.mode == WriteMode::Fresh);
        let arrays = dense.map(|write| write.array);
        arrays
            .filter(|array| !self.nested.axes_of(*array).is_empty())
            .list()
    }

    /// Adds its passes, which write into `columns` if these are not its own.
    fn with_passes(mut self, nest: &Nest, columns: Option<Vec<Columns>>) -> SubLoop {
        let columns = columns.unwrap_or_else(|| self.with_olds(self.columns()));
        let mut passes = Vec::new();
        if !self.replays {
            passes.extend(self.store());
            for (index, (level, aggregate)) in self.levels.iter().enumerate() {
                if level.look_back != LookBack::LastState {
                    passes.push(self.aggregates(nest, index, level, aggregate));
                }
                if level.look_back == LookBack::Transitions && self.interleaved {
                    passes.push(self.states(nest, index, level));
                }
            }
        }
        let compacted = match self.serial {
            true => None,
            false => compacted::of(&self.nested, &self.dense),
        };
        let rest = compacted.as_ref().map(|compacted| &compacted.rest);
        let rest = rest.unwrap_or(&self.nested.body);
        passes.extend(self.results_of(rest, columns));
        for region in compacted.iter().flat_map(|compacted| &compacted.folds) {
            passes.push(self.over_results(region));
        }
        for pass in &mut passes {
            pass.near = self.down.is_none() && near::takes(nest, pass);
            if self.down.is_some() {
                pass.go_down(down::form(nest, &self.nested, pass));
            } else if let Some(form) = short_rows::takes(&self.nested, pass) {
                pass.form = form;
            } else if !pass.near && across::takes(&self.nested, pass) {
                pass.form = Form::Across;
            }
        }
        if passes.iter().any(|pass| pass.form == Form::Diagonals) {
            // Copies of all that it reads are in the nearest cache. `antidiagonals.md`.
            self.simd = Some(Simd::Widest);
        }
        self.passes = passes;
        self
    }

    /// The pass that does nothing but store the values that the others need.
    fn store(&self) -> Option<Pass> {
        let mut temporaries = self.temporaries.iter().enumerate();
        let (number, region) =
            temporaries.find_map(|(number, temporary)| match &temporary.filled_by {
                FilledBy::Itself(region) => Some((number, region)),
                FilledBy::Level(_) => None,
            })?;
        let columns = Columns {
            port: Port::Store(number),
            ..self.results()
        };
        let draft = Draft {
            purpose: Purpose::Store,
            columns: self.with_olds(vec![columns]),
            cost: self.nested.cost,
            lanes: None,
            interleaved: false,
            serial: false,
            ..self.draft(region.clone())
        };
        Some(draft.pass())
    }

    /// The pass that finds the aggregates of a level.
    pub(super) fn aggregates(
        &self,
        nest: &Nest,
        index: usize,
        level: &Level,
        of: &Aggregate,
    ) -> Pass {
        let reduction = match of {
            Aggregate::FromRight => Reduction::from_right,
            Aggregate::Pass | Aggregate::Earlier(_) => Reduction::aggregate,
        };
        let scans = level.scans.iter();
        let reductions = scans.map(|scan| reduction(scan).within(scan, &level.body));
        let draft = Draft {
            reductions: reductions.list(),
            ..self.reading(nest, Purpose::Aggregates(index), level)
        };
        draft.pass()
    }

    /// The pass that goes through the recurrences of a level from left to right.
    fn states(&self, nest: &Nest, index: usize, level: &Level) -> Pass {
        let draft = Draft {
            lanes: None,
            interleaved: false,
            serial: true,
            ..self.reading(nest, Purpose::States(index), level)
        };
        draft.pass()
    }

    /// A pass over the elements that lead to the scans of a level, without reductions.
    fn reading(&self, nest: &Nest, purpose: Purpose, level: &Level) -> Draft<'_> {
        // Old elements of an array that is written in place are read through its column, as
        // temporaries are.
        let reads = !self.temporaries.is_empty() || self.reads_old(nest, &level.body);
        let (stored, _) = temporaries::uses(&self.temporaries, purpose);
        let columns = reads.then(|| {
            let own = Columns {
                port: stored.map_or(Port::Read, Port::Store),
                ..self.results()
            };
            self.with_olds(vec![own])
        });
        Draft {
            purpose,
            columns: columns.unwrap_or_default(),
            cost: level.cost,
            ..self.draft(level.body.clone())
        }
    }

    /// The pass that writes, and the one before it for folds, if they have one of their own.
    fn results_of(&self, rest: &Region, columns: Vec<Columns>) -> Vec<Pass> {
        let first = match !self.serial && self.levels.is_empty() && self.down.is_none() {
            true => folds_first::of(&self.nested, rest),
            false => None,
        };
        let own = rest.folds();
        let folds = self
            .nested
            .folds
            .iter()
            .filter(|fold| own.contains(&fold.id));
        let folds: Vec<Reduction> = folds.map(Reduction::fold).list();
        let results = |region: Region, reductions: Vec<Reduction>| Draft {
            columns,
            reductions,
            cost: cost::of(rest),
            ..self.draft(region)
        };
        let Some(first) = first else {
            let carried = self.levels.iter().filter(|(level, aggregate)| {
                level.look_back == LookBack::Aggregate
                    && *aggregate != Aggregate::FromRight
                    && !self.interleaved
            });
            let mut reductions = folds;
            for scan in carried.flat_map(|(level, _)| &level.scans) {
                reductions.push(Reduction::carry(scan));
            }
            return vec![results(rest.clone(), reductions).pass()];
        };
        let folding = Draft {
            purpose: Purpose::Fold,
            columns: vec![Columns::aside(self.number)],
            reductions: folds,
            cost: cost::of(rest),
            ..self.draft(first.folds)
        };
        vec![folding.pass(), results(first.writes, Vec::new()).pass()]
    }

    /// A pass for folds over the elements that the block has compacted or written.
    fn over_results(&self, region: &Region) -> Pass {
        let own = region.folds();
        let folds = self
            .nested
            .folds
            .iter()
            .filter(|fold| own.contains(&fold.id));
        let draft = Draft {
            purpose: Purpose::Fold,
            over: Over::Results,
            reductions: folds.map(Reduction::fold).list(),
            cost: cost::of(region),
            lanes: None,
            interleaved: false,
            temporaries: &[],
            ..self.draft(region.clone())
        };
        draft.pass()
    }

    /// A pass for results without columns and reductions.
    fn draft(&self, region: Region) -> Draft<'_> {
        Draft {
            purpose: Purpose::Results,
            over: self.over(),
            region,
            columns: Vec::new(),
            reductions: Vec::new(),
            cost: 0,
            lanes: self.lanes,
            interleaved: self.interleaved,
            serial: self.serial,
            temporaries: &self.temporaries,
        }
    }
}
