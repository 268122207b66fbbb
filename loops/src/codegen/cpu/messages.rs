//! The messages of a loop over processes, in words, for plans.
//!
//! `p` is the number of processes, `b` that of the blocks of a loop, `|xs|` the bytes of an element of
//! `xs` where nobody wrote its type. A number of bytes is what all processes receive together.

use super::by_rows::ByRows;
use super::context::Cpu;
use super::reached::Group;
use super::reads::Reads;
use super::summed::{Along, Summed};
use crate::nest::{
    Affine, ArrayId, FoldTarget, Loop, Padding, Read, Scan, Stage, Storage, Way, Write, WriteMode,
};
use crate::ordered::ToList;
use crate::schedule::{Cut, Form, LookBack, Meanwhile, Reduction, SubLoop};
use quote::ToTokens;

/// The bytes of all processes but one.
const OTHERS: &str = "(p - 1)";

/// The beginning of the text of the message at the end of a loop.
pub(super) const END: &str = "the end, to all";

/// The message ahead of all others, where the first one is not that at the end of a loop.
pub(super) const GIVEN: &str =
    "before anything else, a number for what the program is given, to all: 8 × p × (p - 1) bytes";

impl Cpu<'_> {
    /// The messages of a stage that is no loop.
    pub(super) fn messages_between(&self, stage: &Stage) -> Vec<String> {
        let given = |arrays: Vec<ArrayId>, whom: &str| {
            let all = |array: ArrayId| {
                format!(
                    "all of {}, for {whom}: {} bytes",
                    self.shown(array),
                    self.all_of(array)
                )
            };
            arrays.into_iter().map(all).collect()
        };
        match stage {
            Stage::External { call, arrays, .. } => given(Cpu::given(call, arrays), "`external`"),
            Stage::Host { value, .. } => given(self.looked_into(value), "a scalar"),
            Stage::Guard { condition, .. } => given(self.looked_into(condition), "a guard"),
            _ => Vec::new(),
        }
    }

    /// The messages of a loop, in the order in which they are sent.
    pub(super) fn messages(&self, nested: &Loop) -> Vec<String> {
        let reads = Reads::of(self, nested);
        let len = nested.extent.name(self.nest);
        let mut said = Vec::new();
        for array in &reads.here {
            let (name, bytes) = (self.shown(*array), self.bytes(*array));
            said.push(format!(
                "{name} where its parts do not end on blocks: at most {bytes} × {len} bytes"
            ));
        }
        for read in &reads.windows {
            said.push(self.beside(read, &len));
        }
        let when = self.when(nested, &reads);
        for group in &reads.reached {
            let halos = self.halos(group).into_iter();
            said.extend(halos.map(|said| format!("{said}{when}")));
        }
        for by_rows in &reads.by_rows {
            let (array, rows) = (by_rows.array, by_rows.rows.clone());
            let halo = [(-rows.start).max(0), (rows.end - 1).max(0)];
            let from = [halo[0].unsigned_abs(), halo[1].unsigned_abs()];
            said.extend(self.rows_beside(array, from, OTHERS));
        }
        for array in &reads.whole {
            said.push(format!(
                "all of {}: {} bytes",
                self.shown(*array),
                self.all_of(*array)
            ));
        }
        if let passed @ [_, ..] = self.passed_round(nested) {
            let names: Vec<String> = passed.iter().map(|array| self.shown(*array)).list();
            let bytes: Vec<String> = passed.iter().map(|array| self.all_of(*array)).list();
            let pass = &self.schedule.loops[&nested.number].sub_loops[0].passes[0];
            // Types are known when the program runs.
            let at_once = match pass.form {
                Form::Rows if !pass.reductions.iter().any(Reduction::selects_by_key) => "",
                Form::Rows => ", or at once if it compares keys that are not numbers",
                _ => ", or at once if it folds what are not numbers",
            };
            said.push(format!(
                "the parts of {} to all, one after the other{at_once}: {} bytes",
                names.join(", "),
                bytes.join(" + ")
            ));
        }
        if let Some(summed) = &reads.summed {
            said.push(self.rows_or_totals(nested, &reads, summed));
        }
        for lookup in self.lookups(nested) {
            let (data, indices) = (lookup.data, lookup.indices);
            let bytes = self.bytes(data);
            said.push(format!(
                "{} of {len} indices: 8 × {len} bytes, and what they read of {}: {bytes} × {len} bytes; or all of it, if that is less: {} bytes",
                self.shown(indices),
                self.shown(data),
                self.all_of(data)
            ));
        }
        let sub_loops = &self.schedule.loops[&nested.number].sub_loops;
        said.extend(self.prefixes(sub_loops));
        let is_new = |mode: WriteMode| !mode.is_at_positions() && mode.home().is_none();
        let results = nested
            .writes
            .iter()
            .filter(|write| is_new(write.mode))
            .count();
        let folds = nested.folds.iter().map(|fold| match fold.into {
            // The value, and whether there is one.
            FoldTarget::Scalars(_) => format!("1 + |{}|", fold.name),
            FoldTarget::Kept(_) => "9".to_owned(),
        });
        let folds = match folds.collect::<Vec<_>>() {
            none if none.is_empty() => String::new(),
            folds => format!(" + ({}) × b × {OTHERS}", folds.join(" + ")),
        };
        let head = 9 + 8 * results;
        said.push(format!("{END}: {head} × p × {OTHERS}{folds} bytes"));
        for write in nested.writes.iter().filter(|write| grows(write)) {
            let name = self.shown(write.array);
            said.push(format!(
                "nothing for {name}: each process has what it keeps, of any length, until `rebalance` divides it anew"
            ));
        }
        for write in nested
            .writes
            .iter()
            .filter(|write| write.mode.is_at_positions())
        {
            let (name, bytes) = (self.shown(write.array), self.bytes(write.array));
            let less = match write.mode.reduces() {
                true => "; one value for each bin of a range of blocks that a process has whole",
                false => "",
            };
            said.push(format!(
                "positions and values for {name}: at most (8 + {bytes}) × {len} bytes{less}"
            ));
        }
        said
    }

    /// The elements that a read takes at other positions than its own.
    fn beside(&self, read: &Read, len: &str) -> String {
        let (name, bytes) = (self.shown(read.array), self.bytes(read.array));
        let by = match read.map[..] {
            [Affine::Next(_)] => Some((1, OTHERS)),
            [
                Affine::Section {
                    start, factor: 1, ..
                },
            ] => Some((start as isize, OTHERS)),
            [
                Affine::Padded {
                    start,
                    factor: 1,
                    padding,
                    ..
                },
            ] => match padding {
                // The first process reads what the last one has, or the other way round.
                Padding::Wrap => Some((start, "p")),
                _ => Some((start, OTHERS)),
            },
            _ => None,
        };
        match by {
            Some((start, processes)) => {
                let side = if start < 0 { "left" } else { "right" };
                let by = start.unsigned_abs();
                format!("{name} from the {side}: {by} × {bytes} × {processes} bytes")
            }
            None => format!("{name} from wherever it is read: at most {bytes} × {len} bytes"),
        }
    }

    /// The work that is done while the rows beside those of a process come; nothing where the first block
    /// needs others as well.
    fn when(&self, nested: &Loop, reads: &Reads) -> String {
        let schedule = &self.schedule.loops[&nested.number];
        let done = match schedule.meanwhile {
            Meanwhile::Aggregates => "aggregates of other {} are found",
            Meanwhile::Loop => "other {} are computed",
            Meanwhile::Nothing => return String::new(),
        };
        let mut sides = reads.reached.iter().map(Sides::of);
        let is_from_left = schedule.meanwhile == Meanwhile::Loop
            && (nested.writes.iter().any(grows)
                || matches!(schedule.cut, Cut::Blocks { ordered: true, .. }));
        let is_here = |by_rows: &ByRows| schedule.totals_ahead || by_rows.rows == (0..1);
        let some_need_none = reads.windows.is_empty()
            && reads.by_rows.iter().all(is_here)
            && sides.all(|sides| {
                sides.is_near && !sides.has_row && (sides.from[0] == 0 || !is_from_left)
            });
        let positions = match nested.axes.len() {
            1 => "elements",
            _ => "rows",
        };
        match some_need_none {
            true => format!(", while {}", done.replace("{}", positions)),
            false => String::new(),
        }
    }

    /// The rows of an array that come to a process for a group of reads.
    fn halos(&self, group: &Group) -> Vec<String> {
        let array = group.read().array;
        let (name, bytes) = (self.shown(array), self.bytes(array));
        let sides = Sides::of(group);
        let processes = match group.read().padding() {
            // The first process reads what the last one has, or the other way round.
            Some(Padding::Wrap) => "p",
            _ => OTHERS,
        };
        let mut said = Vec::new();
        if sides.has_row {
            let row = self.row(array);
            said.push(format!(
                "a row of {name}: at most {bytes}{row} × {OTHERS} bytes"
            ));
        }
        match sides.is_near {
            true if sides.are_rows => {}
            true => said.extend(self.rows_beside(array, sides.from, processes)),
            false => said.push(format!(
                "{name} from wherever it is read: at most {} bytes",
                self.all_of(array)
            )),
        }
        said
    }

    /// So many rows of an array from the left, and from the right.
    fn rows_beside(&self, array: ArrayId, from: [usize; 2], processes: &str) -> Vec<String> {
        let (name, bytes, row) = (self.shown(array), self.bytes(array), self.row(array));
        if from == [0; 2] {
            return vec![format!(
                "{name} where its parts do not end on blocks: at most {bytes} × len({name}) bytes"
            )];
        }
        let sides = from.into_iter().zip(["left", "right"]);
        let sides = sides.filter(|(by, _)| *by > 0).map(|(by, side)| {
            format!("{name} from the {side}: {by} × {bytes}{row} × {processes} bytes")
        });
        sides.collect()
    }

    /// The arrays of which folds read a row for each value of an index, or what moves in their place.
    fn rows_or_totals(&self, nested: &Loop, reads: &Reads, summed: &Summed) -> String {
        let len = nested.extent.name(self.nest);
        let arrays = || summed.arrays.iter().map(|summand| summand.array);
        let names: Vec<String> = arrays().map(|array| self.shown(array)).collect();
        let all: Vec<String> = arrays().map(|array| self.all_of(array)).collect();
        let (names, all) = (names.join(", "), all.join(" + "));
        let totals = match (&summed.along, nested.axes.len()) {
            (Along::Terms(..), 1) => format!(
                "8 × {len} × r × {OTHERS} bytes for r ranges of rows where {len} is at most 1024, 8 × {len} × p bytes from process to process otherwise"
            ),
            (Along::Terms(..), _) => format!("8 × {len} × p bytes from process to process"),
            (Along::Index(..), _) => format!("at most 8 × {len} bytes"),
        };
        let others = reads.by_rows.iter().map(|by_rows| {
            let (name, bytes) = (self.shown(by_rows.array), self.all_of(by_rows.array));
            format!(", and all of {name}, {bytes} bytes")
        });
        let others: String = others.collect();
        format!(
            "the rows of {names} to all, long ones in parts, each while totals of the one before it are computed: \
             {all} bytes; or totals of the rows that a process has: {totals}, and rows where parts do not \
             end on ranges{others}, if that is less"
        )
    }

    /// The elements of a row of an array, as factors: ` × w`.
    fn row(&self, array: ArrayId) -> String {
        let axes = self.nest.arrays[array].axes.iter().skip(1);
        let axes = axes.map(|axis| format!(" × {}", axis.name(self.nest)));
        axes.collect()
    }

    /// The prefixes that go from each process to the next.
    fn prefixes(&self, sub_loops: &[SubLoop]) -> Vec<String> {
        let sharing = sub_loops.iter();
        let sharing = sharing.filter(|sub_loop| sub_loop.shares_messages);
        let first = sharing.flat_map(|own| &own.levels[0].0.scans);
        let first: Vec<&Scan> = first.list();
        let together = (!first.is_empty())
            .then(|| to_next(&first, Some(LookBack::Aggregate)))
            .into_iter();
        let alone = sub_loops.iter().flat_map(|sub_loop| {
            let levels = sub_loop.levels.iter().enumerate();
            let levels = levels.filter(|(index, _)| *index > 0 || !sub_loop.shares_messages);
            levels.map(|(index, (level, _))| {
                let known = sub_loop.ahead.get(index).map(|_| level.look_back);
                to_next(&level.scans.iter().list(), known)
            })
        });
        together.chain(alone).list()
    }

    fn shown(&self, array: ArrayId) -> String {
        self.nest.arrays[array].name.to_string()
    }

    /// The bytes of an array on all processes that do not have it.
    fn all_of(&self, array: ArrayId) -> String {
        format!(
            "{} × len({}) × {OTHERS}",
            self.bytes(array),
            self.shown(array)
        )
    }

    /// The bytes of an element.
    fn bytes(&self, array: ArrayId) -> String {
        let array = &self.nest.arrays[array];
        let Some(ty) = &array.ty else {
            return match array.storage {
                Storage::InPlace(of) | Storage::Alias(of) => self.bytes(of),
                _ => format!("|{}|", array.name),
            };
        };
        match ty.to_token_stream().to_string().as_str() {
            "u8" | "i8" | "bool" => "1",
            "u16" | "i16" => "2",
            "u32" | "i32" | "f32" | "char" => "4",
            "u64" | "i64" | "f64" | "usize" | "isize" => "8",
            "u128" | "i128" => "16",
            _ => return format!("|{}|", array.name),
        }
        .to_owned()
    }
}

/// Says which prefixes of a level go from each process to the next. `known` is the way in which they become
/// known ahead of the loop, if they do.
fn to_next(scans: &[&Scan], known: Option<LookBack>) -> String {
    let names: Vec<String> = scans.iter().map(|scan| scan.name.to_string()).list();
    let states = names.iter().map(|name| format!("|{name}|"));
    let bytes = ["1".to_owned()].into_iter().chain(states.clone());
    let bytes: Vec<String> = bytes.list();
    let (names, bytes) = (names.join(", "), bytes.join(" + "));
    let to_next = format!("({bytes}) × {OTHERS} bytes");
    let to_next = match known {
        Some(LookBack::Aggregate) => {
            let states: Vec<String> = states.map(|state| format!("1 + {state}")).list();
            format!(
                "before the loop: {to_next}; or in log(p) rounds the totals of blocks, where these are few for so many \
                 processes: at most ({}) × b × {OTHERS} bytes",
                states.join(" + ")
            )
        }
        Some(_) => format!("before the loop, if its steps compose: {to_next}"),
        None => format!("after the loop of each process, for which the next one waits: {to_next}"),
    };
    format!("{names} to the next process, {to_next}")
}

/// Returns true if a result has as many elements as the blocks of a loop keep: each block begins where the
/// one before it ends.
fn grows(write: &Write) -> bool {
    matches!(write.mode, WriteMode::Compact | WriteMode::Append)
}

/// The rows that a group of reads takes of those beside a process.
struct Sides {
    /// So many from the left, and from the right.
    from: [usize; 2],
    /// Set if all are so near, but for single rows.
    is_near: bool,
    /// Set if some reads take one row wherever they are.
    has_row: bool,
    /// Set if all reads do.
    are_rows: bool,
}

impl Sides {
    fn of(group: &Group) -> Sides {
        let (mut from, mut is_near) = ([0, 0], true);
        for read in &group.reads {
            match read.map[0] {
                Affine::Digit {
                    digit: Some(0),
                    start,
                    factor: 1,
                } => from[1] = from[1].max(start),
                Affine::Beyond {
                    digit: Some(0),
                    start,
                    factor: 1,
                    ..
                } => {
                    let side = usize::from(start > 0);
                    from[side] = from[side].max(start.unsigned_abs());
                }
                Affine::Line {
                    digit: Some(0),
                    start,
                    factor: 1,
                    way: Way::Up,
                } => from[1] = from[1].max(start),
                Affine::Digit { digit: None, .. } => {}
                _ => is_near = false,
            }
        }
        let is_row = |read: &Read| matches!(read.map[0], Affine::Digit { digit: None, .. });
        Sides {
            from,
            is_near,
            has_row: group.reads.iter().any(is_row),
            are_rows: group.reads.iter().all(is_row),
        }
    }
}
