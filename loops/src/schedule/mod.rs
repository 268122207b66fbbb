//! Loop nests to schedules: how each loop is run.
//!
//! The code generators print a [`Schedule`]. It has a [`LoopSchedule`] for each loop, which
//! says how the loop is cut into blocks and how a block is run: one [`SubLoop`], or several, each
//! over the elements that an earlier one has compacted. A sub-loop is a list of [`Pass`]es over its
//! elements, in order, with temporaries of the block between them; a pass says how each
//! [`Reduction`] in it is run and which method of the runtime runs it. There are no tokens in a
//! schedule.
//!
//! Every threshold stands in [`policy`].

pub mod across;
mod aggregate;
mod ahead;
mod angles;
pub mod bands;
mod behind_scans;
pub mod columns;
pub mod compacted;
pub mod counting;
mod crossed;
mod crossing;
#[cfg(feature = "ocl")]
pub mod device;
mod distribute;
mod down;
mod draft;
pub mod folds_first;
pub mod guard;
pub mod halves;
pub mod hoist;
pub mod item;
pub mod levels;
pub mod looked_at;
mod near;
mod olds;
pub mod operator;
pub mod overwritten;
pub mod pass;
mod passed;
pub mod policy;
pub mod reduction;
mod replace;
mod rounds;
mod rows;
pub mod scan;
mod short_rows;
pub mod simd;
mod slice;
pub mod sources;
pub mod split;
pub mod sub_loop;
pub mod temporaries;
pub mod terms;
#[cfg(feature = "report")]
mod text;
pub mod tiles;
mod used;

pub use self::aggregate::Aggregate;
pub use self::bands::Band;
pub use self::columns::{Columns, Port};
pub use self::halves::Halves;
pub use self::item::{Action, Over, Purpose};
pub use self::levels::{Level, LookBack};
pub use self::pass::{Form, Pass};
pub use self::reduction::{Combine, Kind, Reduction, Strategy};
pub use self::rounds::Meanwhile;
pub use self::scan::{ScanOrder, ScanSchedule};
pub use self::simd::Simd;
pub use self::sub_loop::SubLoop;
pub use self::terms::Terms;

use self::counting::Counting;
use self::hoist::Copied;
use crate::nest::{ArrayId, Loop, Nest, Read, ScalarId, Step, cost};
use crate::ordered::{OrderedMap, OrderedSet, flat};

/// The settings of a program that matter to its schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Set if threads may share a loop.
    pub parallel: bool,
    /// Set if folds and scans keep their order from left to right, in one block.
    pub strict: bool,
    /// The number of positions that are worth another thread, where the program says so.
    pub grain: Option<usize>,
    /// Set if neighbouring loops over rows may be done band by band.
    pub bands: bool,
    /// Set if results may lie in the memory of arrays that are of no use afterwards.
    pub replaces: bool,
    /// Set if a loop can go down the rows of an array, with states for each column.
    pub goes_down: bool,
}

/// The schedule of the loops of a program.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Schedule {
    /// By the numbers of the loops.
    pub loops: OrderedMap<usize, LoopSchedule>,
    /// The loops that are done band by band.
    pub bands: Vec<Band>,
}

/// The schedule of a loop.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct LoopSchedule {
    /// The cut into blocks.
    pub cut: Cut,
    /// The loop that counts first the elements that this one compacts, where that pays.
    pub counting: Option<Counting>,
    /// The captured scalars that a block copies before its passes.
    pub hoisted: OrderedSet<ScalarId>,
    /// The sub-loops of a block, in order: the first over its elements, the others over arrays
    /// that an earlier one has compacted.
    pub sub_loops: Vec<SubLoop>,
    /// The body of a whole block, which is replayed to find the leftmost error if a sub-loop has
    /// failed.
    pub replay: Option<SubLoop>,
    /// The folds whose block aggregates a later loop takes, by their numbers.
    pub kept_aggregates: Vec<usize>,
    /// Set if folds over an index are computed for all positions before the loop, where that has
    /// few positions or few rows, or over processes where less moves then.
    pub totals_ahead: bool,
    /// The work that is done while elements of other processes come.
    pub meanwhile: Meanwhile,
    /// The arrays of the second argument of a `cross`, if their parts come to all processes one after the
    /// other.
    pub passed_round: Vec<ArrayId>,
}

/// The cut of a loop into blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Into one block, from left to right.
    Whole,
    /// Into blocks by length and cost.
    Blocks {
        /// Set if threads take them.
        parallel: bool,
        /// The measure of their length and of the threads that take them.
        grain: Grain,
        /// Set if a block waits for those to its left.
        ordered: bool,
        /// The number of which the rows of a block are a multiple, if it has rows of a `cross` that are swept
        /// together: copies would stand for those that are missing.
        rows: Option<usize>,
    },
}

/// The measure by which blocks are cut, and by which threads share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// The cost estimate.
    Cost,
    /// The time alone, in short blocks: the text does not bound the cost of a position.
    Time,
    /// The number of terms of the folds over an index at a position, if the loop is short and has few;
    /// else as by time.
    Terms,
    /// The program, by a number of positions.
    Positions(usize),
    /// The cost estimate, in blocks of whole rows: each reads rows that others read as well.
    Rows,
    /// The cost estimate, in blocks of whole rows, with which scans begin anew.
    WholeRows,
    /// The cost estimate of a loop with totals that is in a band, in blocks of some whole rows.
    Parts {
        /// Set in the schedule of the band: the loop has some of the blocks of one over all rows.
        of_band: bool,
    },
    /// The cost estimate, in blocks of several rows behind this axis: a state goes down each column
    /// of them.
    Down(usize),
    /// The cost estimate, in blocks of panels of rows behind this axis: a state goes down each column, and
    /// elements are made along antidiagonals.
    Panels(usize),
    /// The time, in blocks of many whole rows, whose totals are computed together.
    Tiles,
    /// The length alone, in long blocks: each begins with an accumulator that takes in many
    /// elements before most steps change nothing.
    Long,
    /// The length, as if a position cost little: each block begins with lanes that take some
    /// elements before they hardly ever take another.
    Usual,
}

impl Schedule {
    /// Decides how the loops of a program are run.
    pub fn of(nest: &Nest, settings: Settings) -> Schedule {
        let mut schedule = Schedule::of_loops(nest, settings);
        if settings.bands && !settings.strict {
            schedule.bands = Band::all(nest, &schedule.loops, settings);
            let totals = flat(schedule.bands.iter().map(|band| band.totals.clone()));
            schedule.cut_into_parts(&totals, false);
        }
        match settings.replaces {
            true => schedule.replacing(nest, settings),
            false => schedule,
        }
    }

    /// The schedule with results in the memory of arrays that are of no use afterwards. In a band
    /// there are other ones.
    fn replacing(mut self, nest: &Nest, settings: Settings) -> Schedule {
        let copied = Copied::of(nest);
        for nested in nest.loops() {
            if self.band_of(nested.number).is_none()
                && let Some(changed) = replace::of(nest, nested, &self.loops[&nested.number])
            {
                let schedule = LoopSchedule::of(nest, &changed, settings, &copied);
                self.loops.insert(nested.number, schedule);
            }
        }
        self
    }

    /// Returns the band that a loop is in, if it is in one.
    pub fn band_of(&self, number: usize) -> Option<&Band> {
        let mut bands = self.bands.iter();
        bands.find(|band| band.loops.contains(&number))
    }

    /// Cuts loops with totals, of these numbers, into blocks that bands have several of, whether they are
    /// done in bands or not: over processes they are not, and come to the same bits.
    fn cut_into_parts(&mut self, numbers: &[usize], of_band: bool) {
        for number in numbers {
            if let Some(schedule) = self.loops.get_mut(number)
                && let Cut::Blocks { grain, .. } = &mut schedule.cut
            {
                *grain = Grain::Parts { of_band };
            }
        }
    }

    /// Decides how the loops of a program are run, each for itself.
    fn of_loops(nest: &Nest, settings: Settings) -> Schedule {
        let copied = Copied::of(nest);
        let loops = nest.loops().map(|nested| {
            let schedule = LoopSchedule::of(nest, nested, settings, &copied);
            (nested.number, schedule)
        });
        Schedule {
            loops: loops.collect(),
            bands: Vec::new(),
        }
    }

    /// The schedule of the same loops where several processes do one. Nothing is counted ahead, and
    /// nothing is done band by band: the processes would not agree on whether that pays.
    pub fn over_processes(mut self, nest: &Nest) -> Schedule {
        self.bands.clear();
        for nested in nest.loops() {
            let Some(of_loop) = self.loops.get_mut(&nested.number) else {
                continue;
            };
            of_loop.counting = None;
            of_loop.totals_ahead |= of_loop.may_have_rows_ahead(nested);
            of_loop.passed_round = passed::round(nest, nested, &of_loop.sub_loops);
            if let Some(replay) = &mut of_loop.replay {
                replay.read_by_digits();
            }
            for sub_loop in &mut of_loop.sub_loops {
                sub_loop.ahead = sub_loop.passes_ahead(nest);
                sub_loop.read_by_digits();
            }
            ahead::share_messages(&mut of_loop.sub_loops);
            of_loop.meanwhile = Meanwhile::of(nested, of_loop);
        }
        self
    }
}

impl LoopSchedule {
    fn of(nest: &Nest, nested: &Loop, settings: Settings, copied: &Copied) -> LoopSchedule {
        let goes_down = settings.goes_down && down::axis(nest, nested).is_some();
        let over_axes = |step: &Step| matches!(step, Step::Scan(scan) if scan.is_over_axes());
        let settings = Settings {
            strict: settings.strict || nested.body.any_step(over_axes) && !goes_down,
            ..settings
        };
        let staged = match settings.strict || goes_down {
            true => Vec::new(),
            false => split::of(nest, nested),
        };
        let (sub_loops, replay) = match &staged[..] {
            [] => (vec![SubLoop::whole(nest, nested, settings)], None),
            staged => SubLoop::of_staged(nest, nested, staged, settings),
        };
        let counting = match settings.strict {
            true => None,
            false => Counting::of(nest, nested, settings, copied),
        };
        let mut schedule = LoopSchedule {
            cut: Cut::of(nested, settings, &sub_loops),
            totals_ahead: false,
            counting,
            hoisted: copied.in_loop(nested),
            meanwhile: Meanwhile::Nothing,
            passed_round: Vec::new(),
            sub_loops,
            replay,
            // Blocks of rows are cut in another way than those of a later loop.
            kept_aggregates: match settings.parallel && !settings.strict && !goes_down {
                true => aggregate::kept(nest, nested),
                false => Vec::new(),
            },
        };
        // A loop that counts first would find them in another order.
        schedule.totals_ahead = !settings.strict
            && schedule.counting.is_none()
            && (tiles::are_ahead(nested, &schedule.sub_loops)
                || schedule.may_have_rows_ahead(nested));
        schedule
    }

    /// Returns true if totals of a loop over several indices may be computed before it.
    fn may_have_rows_ahead(&self, nested: &Loop) -> bool {
        self.replay.is_none()
            && matches!(self.cut, Cut::Blocks { .. })
            && tiles::are_shared(nested, &self.sub_loops)
    }

    /// Returns true if threads may share the loop.
    pub fn is_shared(&self) -> bool {
        matches!(self.cut, Cut::Blocks { parallel: true, .. })
    }
}

impl Cut {
    fn of(nested: &Loop, settings: Settings, sub_loops: &[SubLoop]) -> Cut {
        if settings.strict {
            return Cut::Whole;
        }
        let passes = || sub_loops.iter().flat_map(|sub_loop| &sub_loop.passes);
        let mut reductions = passes().flat_map(|pass| &pass.reductions).peekable();
        let selects = reductions.peek().is_some()
            && reductions.all(Reduction::selects_by_key)
            && !nested.body.has_axes();
        let by_cost = match passes().any(|pass| pass.form == Form::LanesIfAny) {
            true => Grain::Long,
            false if reads_rows(nested, sub_loops) => Grain::Rows,
            false if selects => Grain::Usual,
            false => Grain::Cost,
        };
        let down = sub_loops.iter().find_map(|sub_loop| sub_loop.down);
        let grain = match Grain::of(nested, settings.grain).or(by_cost) {
            _ if let Some(axis) = down => match passes().any(|pass| pass.form == Form::Diagonals) {
                true => Grain::Panels(axis),
                false => Grain::Down(axis),
            },
            _ if sub_loops.iter().any(|sub_loop| sub_loop.in_rows) => Grain::WholeRows,
            Grain::Time | Grain::Terms | Grain::Cost | Grain::Rows
                if tiles::takes(nested, sub_loops) =>
            {
                Grain::Tiles
            }
            other => other,
        };
        Cut::Blocks {
            parallel: settings.parallel,
            grain,
            ordered: down.is_some() || sub_loops.iter().any(|sub_loop| !sub_loop.levels.is_empty()),
            rows: passes().find_map(Pass::filled_up),
        }
    }
}

/// Returns true if a loop over several indices reads an array that has several axes, and has no
/// fold or scan: their bits depend on where blocks begin.
fn reads_rows(nested: &Loop, sub_loops: &[SubLoop]) -> bool {
    let has_rows = |read: &Read| read.digits().is_some_and(|digits| digits.len() > 1);
    nested.axes.len() > 1
        && nested.folds.is_empty()
        && sub_loops.iter().all(|sub_loop| sub_loop.levels.is_empty())
        && nested.body.reads.iter().any(has_rows)
}

impl Grain {
    /// Another measure, unless something else than the cost says how long blocks are.
    fn or(self, by_cost: Grain) -> Grain {
        match self {
            Grain::Cost => by_cost,
            other => other,
        }
    }

    /// The measure for a loop of a program with this `grain`.
    fn of(nested: &Loop, grain: Option<usize>) -> Grain {
        match grain {
            Some(grain) => Grain::Positions(grain),
            None if cost::unbounded(&nested.body).is_empty() => Grain::Cost,
            None if Terms::of(nested).is_some() => Grain::Terms,
            None => Grain::Time,
        }
    }
}
