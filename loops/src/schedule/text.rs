//! Schedules as text.

mod form;

use self::form::form;
use super::aggregate::Aggregate;
use super::columns::{Columns, Port, Use};
use super::item::{Action, Purpose};
use super::operator::Tag;
use super::pass::Pass;
use super::reduction::{Combine, Kind, Reduction, Strategy};
use super::scan::ScanOrder;
use super::temporaries::FilledBy;
use super::{Cut, Grain, LookBack, LoopSchedule, Over, Schedule, Simd, SubLoop};
use crate::nest::{ArrayId, Item, Known, Loop, Nest, Region, Scan, Step, Write, WriteMode};
use std::fmt::Write as _;

impl Schedule {
    /// Prints how the loops of a program are run.
    pub fn text(&self, nest: &Nest) -> String {
        let mut text = Text {
            nest,
            lines: String::new(),
        };
        for band in &self.bands {
            text.lines.push_str(&band.text(nest));
        }
        for nested in nest.loops() {
            text.nested(nested, &self.loops[&nested.number]);
        }
        text.lines
    }
}

struct Text<'n> {
    nest: &'n Nest,
    lines: String,
}

impl Text<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let indent = "  ".repeat(depth);
        writeln!(self.lines, "{indent}{line}").expect("a string takes all");
    }

    fn name(&self, array: ArrayId) -> String {
        self.nest.arrays[array].name.to_string()
    }

    fn names(&self, arrays: impl IntoIterator<Item = ArrayId>) -> String {
        let names: Vec<String> = arrays.into_iter().map(|array| self.name(array)).collect();
        names.join(" ")
    }

    fn nested(&mut self, nested: &Loop, schedule: &LoopSchedule) {
        let cut = cut(schedule.cut);
        let bindings = nested.bindings.join(" ");
        self.line(0, &format!("loop {} {{{bindings}}}: {cut}", nested.number));
        if schedule.totals_ahead {
            let few = match nested.axes.len() {
                1 => "positions",
                _ => "rows",
            };
            self.line(1, &format!("totals: before the loop, if it has few {few}"));
        }
        if let Some(counting) = &schedule.counting {
            let counted = self.names(counting.arrays.iter().copied());
            self.line(1, &format!("count first: {counted}"));
        }
        if !schedule.hoisted.is_empty() {
            let scalars = schedule.hoisted.iter();
            let names = scalars.map(|scalar| self.nest.scalars[*scalar].name.to_string());
            let names: Vec<String> = names.collect();
            self.line(1, &format!("hoist: {}", names.join(" ")));
        }
        let kept = nested.folds.iter();
        let kept = kept.filter(|fold| schedule.kept_aggregates.contains(&fold.id));
        let kept: Vec<String> = kept.map(|fold| fold.name.to_string()).collect();
        if !kept.is_empty() {
            self.line(1, &format!("keep aggregates: {}", kept.join(" ")));
        }
        for sub_loop in &schedule.sub_loops {
            match sub_loop.number {
                None => {
                    if let Some(simd) = sub_loop.simd {
                        self.line(1, &format!("simd: {}", when(simd)));
                    }
                    self.sub_loop(1, sub_loop);
                }
                Some(number) => {
                    let over = self.over(sub_loop);
                    let simd = sub_loop.simd.map(|simd| format!(", simd: {}", when(simd)));
                    let simd = simd.unwrap_or_default();
                    self.line(1, &format!("sub-loop {number} over {over}{simd}"));
                    self.sub_loop(2, sub_loop);
                }
            }
        }
        if let Some(replay) = &schedule.replay {
            self.line(1, "replay for the first error");
            self.sub_loop(2, replay);
        }
    }

    fn over(&self, sub_loop: &SubLoop) -> String {
        match sub_loop.over() {
            Over::Block => "the block".to_owned(),
            Over::Compacted(_) | Over::Results => self.names(sub_loop.nested.body.arrays()),
        }
    }

    fn sub_loop(&mut self, depth: usize, sub_loop: &SubLoop) {
        for (number, temporary) in sub_loop.temporaries.iter().enumerate() {
            let arrays = self.names(temporary.arrays.iter().copied());
            let by = match &temporary.filled_by {
                FilledBy::Itself(_) => "a pass of its own".to_owned(),
                FilledBy::Level(level) => format!("the aggregates of level {}", level + 1),
            };
            self.line(
                depth,
                &format!("temporary {number}: {arrays}, stored by {by}"),
            );
        }
        for (number, (level, aggregate)) in (1..).zip(&sub_loop.levels) {
            for scan in &level.scans {
                let how = sub_loop.scans.get(&scan.id);
                if scan.is_recurrence() {
                    self.line(depth, &recurrence(scan, number, level.look_back, sub_loop));
                    continue;
                }
                let order = match how.map(|how| how.order) {
                    Some(ScanOrder::Grouped) => "grouped",
                    Some(ScanOrder::Interleaved) => "interleaved",
                    Some(ScanOrder::Serial) | None => "serial",
                };
                let step = match how.is_some_and(|how| how.own_step) {
                    true => ", steps of the runtime",
                    false => "",
                };
                let seed = match how.is_some_and(|how| how.seed_first) {
                    true => ", seed before the loop",
                    false => "",
                };
                let tag = tag(&Tag::of(scan.known.as_ref(), &scan.seed.expr));
                let aggregate = aggregates(aggregate, sub_loop);
                self.line(
                    depth,
                    &format!(
                        "scan {} by {tag}, level {number}: {order}{step}{seed}, {aggregate}",
                        scan.name
                    ),
                );
            }
        }
        for pass in &sub_loop.passes {
            self.pass(depth, pass, &sub_loop.nested);
        }
    }

    fn pass(&mut self, depth: usize, pass: &Pass, nested: &Loop) {
        let purpose = match pass.purpose {
            Purpose::Store => "store".to_owned(),
            Purpose::Aggregates(level) => format!("aggregates of level {}", level + 1),
            Purpose::States(level) => {
                format!(
                    "states of level {}, if its transitions are of no use",
                    level + 1
                )
            }
            Purpose::Fold => "fold".to_owned(),
            Purpose::Results => "results".to_owned(),
        };
        let over = match pass.over {
            Over::Results => {
                let is_compacted = |array: ArrayId| {
                    let mut its = nested.writes.iter().filter(|write| write.array == array);
                    its.any(|write| write.mode == WriteMode::Compact)
                };
                let stored = match pass.region.arrays().all(is_compacted) {
                    true => "compacted",
                    false => "written",
                };
                format!(" over {stored} {}", self.names(pass.region.arrays()))
            }
            Over::Block | Over::Compacted(_) => String::new(),
        };
        let form = form(pass);
        let near = match pass.near {
            true => ", near angles first",
            false => "",
        };
        self.line(depth, &format!("pass {purpose}{over}: {form}{near}"));
        for source in pass.sources(self.nest, nested.axes.len()) {
            if source.reads.len() > 1 {
                let elements = source.reads.iter().flat_map(|read| read.into.names());
                let elements = self.names(elements);
                self.line(depth + 1, &format!("read together {elements}"));
            }
        }
        if let Some(halves) = &pass.halves {
            let items = |half: &Region| {
                let items = half.items.iter().filter_map(|item| self.item(item));
                items.collect::<Vec<String>>().join(" ")
            };
            let crossing = self.names(halves.crossing.iter().copied());
            let mut lines = vec![
                format!("do {}", items(&halves.first)),
                format!("keep {crossing}"),
            ];
            if let Some(folds) = &halves.folds {
                lines.push(format!("fold {}", items(folds)).trim_end().to_owned());
            }
            lines.push(format!("do {}", items(&halves.second)));
            for line in lines {
                self.line(depth + 1, &line);
            }
        } else {
            let actions = self.actions(pass);
            if !actions.is_empty() {
                self.line(depth + 1, &format!("do {actions}"));
            }
        }
        for reduction in &pass.reductions {
            self.line(depth + 1, &reduced(reduction));
        }
        for columns in &pass.columns {
            self.columns(depth + 1, columns);
        }
    }

    /// The steps of a body, those behind filters and of pairs in brackets.
    fn actions(&self, pass: &Pass) -> String {
        let items = &pass.region.items;
        let actions = pass.actions.iter().filter_map(|action| match action {
            Action::Item(item) => self.item(&items[*item]),
            Action::Reload {
                temporary, arrays, ..
            } => {
                let arrays = self.names(arrays.iter().copied());
                Some(format!("reload({temporary}: {arrays})"))
            }
        });
        actions.collect::<Vec<String>>().join(" ")
    }

    fn item(&self, item: &Item) -> Option<String> {
        match item {
            Item::Step(step) => self.step(step),
            Item::Region(region) => Some(self.region(region)),
        }
    }

    fn region(&self, region: &Region) -> String {
        let items = region.items.iter().filter_map(|item| self.item(item));
        let entry = [self.names(region.entry.names())];
        let entry = entry.into_iter().filter(|names| !names.is_empty());
        let all: Vec<String> = entry.chain(items).collect();
        let kind = match region.entry.predicate() {
            Some(_) => "if",
            None => "pairs",
        };
        format!("{kind}[{}]", all.join(" "))
    }

    /// The arrays of which a step makes an element; folds and aggregates have lines of their own.
    fn step(&self, step: &Step) -> Option<String> {
        let names = step.names();
        (!names.is_empty()).then(|| self.names(names))
    }

    fn columns(&mut self, depth: usize, columns: &Columns) {
        let stored = columns.temporaries.iter();
        if let Some(number) = stored.clone().position(|its| *its == Use::Store) {
            self.line(depth, &format!("store temporary {number}"));
        }
        if columns.port != Port::Write {
            return;
        }
        for write in &columns.writes {
            let how = access(write, columns);
            let home = self.home(write);
            let name = self.name(write.array);
            self.line(depth, &format!("write {name}: {how}{home}"));
        }
    }

    fn home(&self, write: &Write) -> String {
        match write.mode {
            WriteMode::Part(home) => {
                let inset = self.nest.arrays[write.array].inset.iter();
                let begin: String = inset.map(|inset| inset.begin(self.nest)).collect();
                format!(", in {} from {begin} on", self.name(home))
            }
            WriteMode::Replace(array) => format!(", in the place of {}", self.name(array)),
            WriteMode::Scatter(dest) | WriteMode::Reduce(dest) => {
                format!(", in a copy of {}", self.name(dest))
            }
            mode => match mode.home() {
                Some(home) => format!(", in {}", self.name(home)),
                None => String::new(),
            },
        }
    }
}

fn access(write: &Write, columns: &Columns) -> &'static str {
    match write.mode {
        WriteMode::Fresh if columns.is_for_later => "dense, for a later sub-loop",
        _ if columns.is_for_later => "compact, for a later sub-loop",
        _ if columns.dense.contains(&write.array) => "dense at a known offset",
        WriteMode::Fresh if columns.rows.contains(&write.array) => "dense, in rows",
        WriteMode::Compact => "compact",
        WriteMode::Append => "append",
        WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_) => "scatter",
        WriteMode::Reduce(_) | WriteMode::ReduceInPlace(_) => "reduce by index",
        _ => "dense",
    }
}

fn cut(cut: Cut) -> String {
    let Cut::Blocks {
        parallel,
        grain,
        ordered,
        rows,
    } = cut
    else {
        return "one block, from left to right".to_owned();
    };
    let who = match parallel {
        true => "threads",
        false => "one thread",
    };
    let by = match grain {
        Grain::Cost => "by cost".to_owned(),
        Grain::Rows | Grain::WholeRows | Grain::Parts { .. } => "by cost, of whole rows".to_owned(),
        Grain::Down(axis) => format!("by cost, of rows, down axis {axis}"),
        Grain::Panels(axis) => format!("by cost, of panels of rows, down axis {axis}"),
        Grain::Tiles => "many whole rows, by time".to_owned(),
        Grain::Long => "long ones".to_owned(),
        Grain::Usual => "by length".to_owned(),
        Grain::Time => "short, by time".to_owned(),
        Grain::Terms => "one if terms are few, else short, by time".to_owned(),
        Grain::Positions(positions) => format!("by {positions} positions"),
    };
    let ordered = match ordered {
        true => ", each waits for those to its left",
        false => "",
    };
    let rows = rows.map(|rows| format!(", of {rows} rows or a multiple"));
    let rows = rows.unwrap_or_default();
    format!("blocks for {who}, {by}{rows}{ordered}")
}

fn when(simd: Simd) -> &'static str {
    match simd {
        Simd::Widest => "always, the widest",
        Simd::Always => "always",
        Simd::Long => "in long loops",
        Simd::Cached => "in the caches",
        Simd::LongCached => "in long loops, in the caches",
    }
}

fn recurrence(scan: &Scan, level: usize, look_back: LookBack, sub_loop: &SubLoop) -> String {
    let order = match sub_loop.interleaved {
        true => "interleaved",
        false => "serial",
    };
    let prefix = match look_back {
        _ if sub_loop.replays => "from its seed",
        LookBack::LastState => "last state handed on",
        LookBack::Aggregate | LookBack::Transitions => "transitions by a pass",
    };
    format!("recurrence {}, level {level}: {order}, {prefix}", scan.name)
}

fn aggregates(aggregate: &Aggregate, sub_loop: &SubLoop) -> String {
    if sub_loop.replays {
        return "from its seed".to_owned();
    }
    let own = match sub_loop.interleaved {
        true => "aggregate by a pass",
        false => "aggregate by a pass or carried",
    };
    match aggregate {
        Aggregate::Pass => own.to_owned(),
        Aggregate::FromRight => "aggregate from the right".to_owned(),
        Aggregate::Earlier(earlier) => {
            let folds = earlier.iter();
            let folds = folds.map(|fold| format!("{} of loop {}", fold.name, fold.number));
            let folds: Vec<String> = folds.collect();
            format!("aggregate from {}, else {own}", folds.join(" and "))
        }
    }
}

fn reduced(reduction: &Reduction) -> String {
    let kind = match reduction.kind {
        Kind::Fold => "fold",
        Kind::Aggregate => "aggregate",
        Kind::LastSegment => "aggregate of the last segment",
        Kind::Carry => "carry",
        Kind::Transition(_) => return format!("transition {}", reduction.name),
        Kind::Power(_) => return format!("transition {} by powers", reduction.name),
    };
    let strategy = match reduction.strategy {
        Strategy::Serial => "serial".to_owned(),
        Strategy::Lanes => "lanes".to_owned(),
        Strategy::Stepped => "accumulators".to_owned(),
        Strategy::Batched { by, partial } => {
            let partial = match partial {
                true => ", lanes may be empty",
                false => "",
            };
            format!("batched{}{partial}", combined(by))
        }
        Strategy::Buffered { by } => format!("buffered{}", combined(by)),
    };
    let tag = tag(&reduction.tag);
    format!("{kind} {} by {tag}: {strategy}", reduction.name)
}

fn combined(by: Combine) -> &'static str {
    match by {
        Combine::Apply => "",
        Combine::Select => ", by selection",
        Combine::SelectByKey => ", by selection of keys",
    }
}

fn tag(tag: &Tag) -> String {
    match tag {
        Tag::Other => "an operator".to_owned(),
        Tag::Least => "least".to_owned(),
        Tag::Greatest => "greatest".to_owned(),
        Tag::Tuple(tags) => {
            let tags: Vec<String> = tags.iter().map(self::tag).collect();
            format!("({})", tags.join(", "))
        }
        Tag::Known(known) => known_name(known),
    }
}

fn known_name(known: &Known) -> String {
    let name = match known {
        Known::Add => "+",
        Known::Mul => "*",
        Known::Min => "min",
        Known::Max => "max",
        Known::And => "&",
        Known::Or => "|",
        Known::Xor => "^",
        Known::WrappingAdd => "wrapping +",
        Known::WrappingMul => "wrapping *",
        Known::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(known_name).collect();
            return format!("({})", parts.join(", "));
        }
    };
    name.to_owned()
}
