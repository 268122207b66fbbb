//! The kernels of one loop.
//!
//! Every lane (work item) owns a run of `ITEMS` neighbouring elements of each
//! tile, so that order is kept where it matters and memory is read and written
//! in vectors. A group works on a tile at a time. The facts that lanes and tiles
//! know of each other travel in the states of `state`.

mod bins;
mod compaction;
mod divided;
mod look_back;
mod rectangles;
mod reduction;
mod scans;
mod scatter;
mod strict;
mod tiled;
mod walk;
mod work;

use super::body::KernelBody;
use super::c::{Lines, Module};
use super::parameters::{self, Parameter, Parameters};
use super::state::{Member, State};
use super::{Planned, Program, Slots};
use crate::nest::{ArrayId, Loop, Step};
use crate::schedule::device::{Bins, DeviceLoop, Order, states};
use std::collections::BTreeMap;

/// The kernels of a loop under construction.
pub(super) struct Kernels<'k, 'm, 'e> {
    program: &'k Program<'k>,
    module: &'m mut Module<'e>,
    nested: &'k Loop,
    /// The name of the main one.
    name: String,
    parameters: Parameters,
    /// The states of the look-back levels.
    levels: Vec<State>,
    folds: Option<State>,
    schedule: &'k DeviceLoop,
}

/// The kernels of a loop as text, and the facts that the host needs.
pub(super) fn print(
    program: &Program<'_>,
    module: &mut Module<'_>,
    slots: &mut Slots,
    nested: &Loop,
) -> (String, Planned) {
    let name = format!("{}_{}", program.name, nested.number);
    let schedule = program.scheduled(nested);
    let in_order = schedule.order == Order::Serial;
    let levels: Vec<State> = match in_order {
        true => Vec::new(),
        false => (1..)
            .zip(&schedule.levels)
            .map(|(number, level)| {
                let (scans, composed) = (&level.level.scans, &schedule.composed);
                State::of_scans(program, module, &name, number, scans, composed)
            })
            .collect(),
    };
    let folds =
        (!nested.folds.is_empty()).then(|| State::of_folds(program, module, &name, &nested.folds));
    let mut kernels = Kernels {
        program,
        module,
        nested,
        name,
        parameters: Parameters::default(),
        schedule,
        levels,
        folds,
    };
    kernels.collect();
    let mut text = Lines::default();
    text.line(format!(
        "\n// Loop {}: {}.\n",
        nested.number,
        nested.bindings.join(", ")
    ));
    let planned = if in_order {
        kernels.strict(slots, &mut text)
    } else {
        kernels.parallel(slots, &mut text)
    };
    (text.into_string(), planned)
}

impl<'e> Kernels<'_, '_, 'e> {
    /// All parameters of the main kernel.
    fn collect(&mut self) {
        let program = self.program;
        let in_order = self.schedule.order == Order::Serial;
        let (read, measured) = parameters::read(&self.nested.body);
        for array in read {
            self.parameters.memory(program, array, false);
        }
        for array in measured {
            self.parameters.length(program, array);
        }
        let by_rows = self.schedule.tile.is_some() || self.schedule.order == Order::Rectangles;
        let known = usize::from(!by_rows);
        for extent in self.nested.axes.iter().skip(known) {
            self.parameters.axis(extent);
        }
        self.nested.body.visit(&mut |region| {
            for read in region.reads.iter().filter(|read| read.is_by_digits()) {
                let inner = usize::from(read.padding().is_none() && read.lines().is_none());
                for scalar in read.starts() {
                    self.parameters.scalar(program, scalar);
                }
                for extent in program.nest.arrays[read.array].axes.iter().skip(inner) {
                    self.parameters.axis(extent);
                }
            }
        });
        for write in &self.nested.writes {
            if let Some(inset) = &program.nest.arrays[write.array].inset {
                let inner = inset.sizes[1..].iter().chain(&inset.counts[1..]);
                for extent in inner.chain(&inset.begins) {
                    self.parameters.axis(extent);
                }
            }
        }
        self.parameters
            .named(program, &parameters::named(self.nested));
        let mut ranges: Vec<ArrayId> = Vec::new();
        self.nested.body.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Range { into, .. } = step {
                    ranges.extend(into.names().first());
                }
            }
        });
        for array in ranges {
            self.parameters.start(program, array);
        }
        for level in &self.levels {
            level.seeds(&mut self.parameters);
        }
        if let Some(folds) = self.folds.as_ref().filter(|_| !in_order) {
            let needed = |member: &&Member| member.has_step() || self.schedule.again;
            let stepped = folds.members.iter().filter(needed);
            stepped.for_each(|member| member.seed(&mut self.parameters));
        }
        if in_order {
            let mut seeds: Vec<State> = Vec::new();
            for (number, level) in (1..).zip(&self.schedule.levels) {
                seeds.push(State::of_scans(
                    program,
                    self.module,
                    &self.name,
                    number,
                    &level.level.scans,
                    &self.schedule.composed,
                ));
            }
            seeds.extend(self.folds.clone());
            for state in &seeds {
                state.seeds(&mut self.parameters);
            }
        }
        for write in &self.nested.writes {
            self.parameters.memory(program, write.array, true);
            if write.mode.is_at_positions() {
                self.parameters.length(program, write.array);
                if let Some(combine) = self.nested.body.combining(write.array) {
                    self.parameters
                        .named(program, &parameters::of(&combine.operator));
                }
                if self.schedule.bins.get(&write.array) == Some(&Bins::Ranges) {
                    self.parameters.bins(program, write.array);
                }
                if self.schedule.claimed.contains(&write.array) {
                    self.parameters.claims(program, write.array);
                }
            }
        }
    }

    /// The slots in the record for the extents of arrays that are counted.
    fn slots(&self, slots: &mut Slots) -> BTreeMap<ArrayId, usize> {
        let mut counts = BTreeMap::new();
        let mut of_places: BTreeMap<ArrayId, usize> = BTreeMap::new();
        for write in &self.nested.writes {
            if let Some(place) = self.program.schedule.places.place(write.array) {
                let slot = *of_places.entry(place).or_insert_with(|| slots.take(1));
                counts.insert(write.array, slot);
            }
        }
        counts
    }

    fn totals(&self, slots: &mut Slots) -> BTreeMap<usize, usize> {
        self.nested
            .folds
            .iter()
            .map(|fold| {
                let ty = states::entered(self.program.types, &fold.intake);
                (fold.id, slots.take(ty.leaves().len()))
            })
            .collect()
    }

    fn planned(&self, counts: BTreeMap<ArrayId, usize>, totals: BTreeMap<usize, usize>) -> Planned {
        Planned {
            number: self.nested.number,
            kernel: self.name.clone(),
            items: self.schedule.items,
            levels: (self.levels.iter().zip(&self.schedule.levels))
                .map(|(_, level)| level.bytes)
                .collect(),
            partial: self.schedule.fold_bytes,
            single_pass: self.schedule.single_pass,
            tile: None,
            parameters: self.parameters.all.clone(),
            totals: Vec::new(),
            spines: Vec::new(),
            counts,
            slots: totals,
        }
    }

    /// The body of a main kernel of which a lane has one element at a time.
    fn body(&mut self) -> KernelBody<'_, '_, 'e> {
        KernelBody::new(
            self.program,
            self.nested,
            self.program.printer(self.module, &self.parameters),
            &self.parameters,
            1,
            &self.levels,
        )
    }

    fn head(&self, name: &str, leading: &[String], parameters: &Parameters) -> String {
        let mut all: Vec<String> = vec!["global ulong *record".to_owned()];
        all.extend_from_slice(leading);
        all.extend(parameters.all.iter().map(Parameter::declaration));
        format!(
            "kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid {name}(\n    {}\n) {{",
            wrapped(&all)
        )
    }

    /// The kernels for a device with many lanes.
    fn parallel(mut self, slots: &mut Slots, text: &mut Lines) -> Planned {
        let counts = self.slots(slots);
        let totals = self.totals(slots);
        let lost = self.schedule.again.then(|| slots.take(1));
        let mut planned = self.planned(counts.clone(), totals.clone());
        // The numbers of lanes, and of elements for each, of a tile.
        let (group, items) = match (self.schedule.order, self.schedule.items) {
            (Order::Rectangles, items) => ("WALKERS", format!("BELOW({items})")),
            (_, 1) => ("LANES", "1".to_owned()),
            (_, items) => ("WALKERS", format!("({items} * RUNS)")),
        };
        match (self.schedule.order, self.schedule.items) {
            (Order::Rectangles, _) => self.module.function("RIGHT", rectangles::WORDS),
            (_, 1) => {}
            _ => self.module.function("EACH", walk::WORDS),
        }
        text.line("#undef GROUP\n#undef ITEMS");
        text.line(format!("#define GROUP {group}\n#define ITEMS {items}"));

        // The states that tiles pass on.
        for (index, level) in self.levels.clone().iter().enumerate() {
            let number = index + 1;
            let mut spine = level.captured.clone();
            level.seeds(&mut spine);
            text.line("");
            text.line(self.prefixes(number, level));
            text.line("");
            if !self.schedule.single_pass {
                text.line(format!(
                    "typedef {} {}_link{number};",
                    level.name, self.name
                ));
            } else {
                text.line("#if LOOK_BACK");
                text.line("");
                text.line(self.look_back(number, level));
                text.line("#else");
                text.line("");
                text.line(format!(
                    "typedef {} {}_link{number};",
                    level.name, self.name
                ));
            }
            text.line("");
            text.line(self.spine(number, level, &spine, &counts));
            if self.schedule.single_pass {
                text.line("");
                text.line("#endif");
            }
            planned.spines.push(spine.all);
        }

        let tiled = self
            .schedule
            .tile
            .and_then(|tile| Some((tile, self.tiled(tile)?)));
        planned.tile = tiled.as_ref().map(|(tile, _)| *tile);
        let main = match tiled {
            Some((_, main)) => main,
            None => match (&self.schedule.divided, self.schedule.order) {
                (Some(divided), _) => self.divided(divided),
                (None, Order::Rectangles) => self.rectangles(),
                (None, _) => self.main(&counts, lost),
            },
        };
        text.line("");
        text.line(main);
        if let Some(lost) = lost {
            let (name, levels) = (format!("{}_again", self.name), self.levels.clone());
            let again = self.one_lane(&name, Some(lost), &levels, &counts, &totals);
            text.line("");
            text.line(again);
        }

        if let Some(folds) = self.folds.clone() {
            let mut parameters = folds.captured.clone();
            folds.seeds(&mut parameters);
            text.line("");
            text.line(self.total(&folds, &parameters, &totals));
            planned.totals = parameters.all;
        }
        for write in &self.nested.writes {
            if self.parameters.owners.contains_key(&write.array) {
                text.line("");
                text.line(self.settle(write.array));
            }
            if self.parameters.bins.contains_key(&write.array) {
                text.line("");
                text.line(self.bins(write.array));
            }
        }
        planned
    }

    /// The bins that have a copy in local memory.
    fn near_bins(&self) -> Vec<ArrayId> {
        let arrays = self.nested.writes.iter().map(|write| write.array);
        let near = Some(&Bins::Instruction { near: true });
        let is_near = |array: &ArrayId| self.schedule.bins.get(array) == near;
        arrays.filter(is_near).collect()
    }
}

/// A list of parameters over lines.
fn wrapped(parts: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push(',');
            if width + part.len() > 100 {
                text.push_str("\n    ");
                width = 0;
            } else {
                text.push(' ');
            }
        }
        text.push_str(part);
        width += part.len() + 2;
    }
    text
}
