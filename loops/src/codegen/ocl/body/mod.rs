//! The body of a sweep over the elements of a lane: straight-line C.

mod bins;
mod inner;
mod lane;
mod padded;
mod position;
mod steps;

pub(super) use lane::{Compacted, Near, Slot};

use super::Program;
use super::c::printer::{Failing, field};
use super::c::{Printer, Text};
use super::parameters::Parameters;
use super::state::State;
use crate::nest::{ArrayId, Element, Host, Item, Loop, Pattern, Region, Write, WriteMode};
use crate::scalar::{Function, Type};
use std::collections::BTreeMap;

/// Prints the sweeps of one kernel.
pub(super) struct KernelBody<'b, 'm, 'e> {
    pub(super) program: &'b Program<'b>,
    pub(super) nested: &'b Loop,
    pub(super) printer: Printer<'m, 'e>,
    pub(super) parameters: &'b Parameters,
    /// The number of elements of a lane, side by side in private memory; 1 if they are read when
    /// they are needed.
    pub(super) items: usize,
    /// The current elements of arrays.
    pub(super) elements: BTreeMap<ArrayId, Text>,
    /// The variables with the states of scans by their numbers.
    pub(super) running: BTreeMap<usize, String>,
    /// The states that are combined once in several elements, and the variables beside them until
    /// then.
    pub(super) near: BTreeMap<String, Near>,
    /// The variables that take in elements, with the states they are of.
    pub(super) taking: Vec<(String, State)>,
    /// The compacted arrays that go through local memory.
    pub(super) compacted: BTreeMap<ArrayId, Compacted>,
    /// The variables with the places of the elements compacted there, by the numbers of the scans
    /// that they replace.
    pub(super) slots: BTreeMap<usize, Slot>,
    /// The bins that have a copy in local memory.
    pub(super) near_bins: Vec<ArrayId>,
    /// The variable that says whether the element at hand is kept, where dropped ones are compacted
    /// as well, to where nobody looks.
    pub(super) compacting: Option<String>,
    /// Set if the sweep writes results.
    pub(super) working: bool,
    /// The states of all scans, for their operators.
    pub(super) states: &'b [State],
    /// The worker of a map that is given a total, with the array of its results, the total and its
    /// type.
    pub(super) total: Option<(ArrayId, Host, Text, Type)>,
}

/// The place of a region in the iteration space.
#[derive(Clone)]
pub(super) struct Here {
    /// The position, of type `ulong`.
    pub(super) index: String,
    /// The condition under which anything has an effect: lanes without an element go along to help
    /// others.
    pub(super) mask: Option<String>,
    /// The position among the lane's items.
    pub(super) item: Option<String>,
    /// The inner loop that it is in.
    pub(super) row: Option<Row>,
    /// Its row and its column, where these are known: results are then left to whoever asks for the
    /// element.
    pub(super) cell: Option<Cell>,
}

/// The row and the column of a position, and the number of the rectangle of the two last axes.
#[derive(Clone)]
pub(super) struct Cell {
    pub(super) outer: String,
    pub(super) row: String,
    pub(super) column: String,
    /// The position of an element that is read the other way round in local memory.
    pub(super) turned: String,
}

/// An inner loop at one of its positions.
#[derive(Clone)]
pub(super) struct Row {
    /// The number of its index.
    axis: usize,
    /// The position, or that in local memory.
    at: String,
    /// Set if the group has fetched the elements there.
    tiled: bool,
}

impl<'b, 'm, 'e> KernelBody<'b, 'm, 'e> {
    /// The body of a kernel with these parameters and scans, before its first
    /// sweep.
    pub(super) fn new(
        program: &'b Program<'b>,
        nested: &'b Loop,
        printer: Printer<'m, 'e>,
        parameters: &'b Parameters,
        items: usize,
        states: &'b [State],
    ) -> Self {
        KernelBody {
            program,
            nested,
            printer,
            parameters,
            items,
            elements: BTreeMap::new(),
            running: BTreeMap::new(),
            near: BTreeMap::new(),
            taking: Vec::new(),
            compacted: BTreeMap::new(),
            slots: BTreeMap::new(),
            near_bins: Vec::new(),
            compacting: None,
            working: false,
            states,
            total: None,
        }
    }

    pub(super) fn line(&mut self, line: impl std::fmt::Display) {
        self.printer.lines.line(line);
    }

    pub(super) fn open(&mut self, line: &str) {
        self.printer.lines.open(line);
    }

    pub(super) fn close(&mut self, line: &str) {
        self.printer.lines.close(line);
    }

    /// Declares the elements of the arrays that are walked over, then does the steps.
    pub(super) fn region(&mut self, region: &Region, here: &Here) {
        for (number, read) in region.reads.iter().enumerate() {
            let ty = self.program.types.array(read.array).clone();
            let buffers = self.buffers(read.array);
            let nearer = |suffix: &str| {
                let near = buffers.iter().map(|buffer| format!("{buffer}{suffix}"));
                near.collect::<Vec<String>>()
            };
            let value = match (&here.row, &here.item) {
                (Some(row), _) if read.is_along(row.axis) => {
                    let tiles = nearer(if row.tiled { "_tile" } else { "" });
                    self.printer.load(&ty, &tiles, &row.at)
                }
                _ if read.is_reversed() => {
                    let len = self.length(read.array);
                    let at = format!("{len} - 1 - {}", here.index);
                    self.printer.load(&ty, &buffers, &at)
                }
                _ if read.is_next() => {
                    let len = self.length(read.array);
                    let at = format!("{0} + ({0} + 1 < {len})", here.index);
                    self.printer.load(&ty, &buffers, &at)
                }
                _ if read.digits().is_some() => {
                    let digits = read.digits().unwrap_or_default();
                    let at = self.cell(read.array, &digits, here);
                    match &here.cell {
                        Some(cell) if self.is_turned(number) => {
                            let turned = turned(&buffers, number);
                            let leaves = buffers.iter().zip(turned).map(|(buffer, near)| {
                                format!("TURNED({near}[{}], {buffer}[{at}])", cell.turned)
                            });
                            let leaves: Vec<String> = leaves.collect();
                            self.printer.compose(&ty, &leaves)
                        }
                        _ => self.printer.load(&ty, &buffers, &at),
                    }
                }
                _ if read.lines().is_some() => {
                    let at = self.line_of(read, here);
                    self.printer.load(&ty, &buffers, &at)
                }
                _ if read.beyond().is_some() => self.beyond(read, &ty, &buffers, here),
                _ if read.section().is_some() => {
                    let (start, factor) = read.section().unwrap_or_default();
                    let at = match factor {
                        1 => format!("{} + {start}", here.index),
                        _ => format!("{} * {factor} + {start}", here.index),
                    };
                    self.printer.load(&ty, &buffers, &at)
                }
                _ if read.padded().is_some() => self.padded(read, &ty, &buffers, here),
                (_, Some(item)) => self.printer.load(&ty, &nearer("_items"), item),
                (_, None) => self.printer.load(&ty, &buffers, &here.index),
            };
            self.bind(&read.into, &ty, &value, here);
        }
        for item in &region.items {
            match item {
                Item::Step(step) => self.step(step, here),
                Item::Region(inner) => self.inner(inner, here),
            }
        }
    }

    /// Returns true for a read whose elements the group fetches together.
    fn is_turned(&self, number: usize) -> bool {
        self.program.scheduled(self.nested).turned.contains(&number)
    }

    pub(super) fn buffers(&self, array: ArrayId) -> Vec<String> {
        let owner = self.program.nest.owner(array);
        let index = self.parameters.memory[&owner];
        self.parameters.all[index].leaves.clone()
    }

    fn length(&self, array: ArrayId) -> String {
        let owner = self.program.nest.owner(array);
        let index = self.parameters.lengths[&owner];
        self.parameters.all[index].name.clone()
    }

    fn comment(&mut self, name: &str, what: &str) {
        let what = what.lines().next().unwrap_or_default();
        let short: String = what.chars().take(80).collect();
        let dots = if short.len() < what.len() { " …" } else { "" };
        self.printer
            .lines
            .line(format!("// {name} = {short}{dots}"));
    }

    fn name(&self, array: ArrayId) -> String {
        self.program.nest.arrays[array].name.to_string()
    }

    fn names(&self, into: &Pattern<ArrayId>) -> String {
        let names: Vec<String> = into.names().iter().map(|array| self.name(*array)).collect();
        match names.is_empty() {
            true => "_".to_owned(),
            false => names.join(", "),
        }
    }

    /// `const T name_i = value;` for an element, which is stored where its
    /// array is.
    fn bind_one(&mut self, array: ArrayId, value: &Text) {
        let ty = self.program.types.array(array).clone();
        let wish = format!("{}_i", self.name(array).trim_start_matches("r#"));
        let c = self.printer.module.ty(&ty);
        let name = self.printer.fresh(&wish);
        self.printer
            .lines
            .line(format!("const {c} {name} = {value};"));
        self.elements.insert(array, Text::atom(name));
    }

    /// Binds the parts of a value, and stores them.
    fn bind(&mut self, into: &Pattern<ArrayId>, ty: &Type, value: &Text, here: &Here) {
        match into {
            Pattern::Name(array) => {
                self.bind_one(*array, value);
                self.store(*array, here);
            }
            Pattern::Ignored => {}
            Pattern::Tuple(items) => {
                let Type::Tuple(types) = ty else { return };
                let value = match value.is_name() {
                    true => value.clone(),
                    false => Text::atom(self.printer.declare(ty, "parts", Some(&value.text))),
                };
                for (index, (item, ty)) in items.iter().zip(types).enumerate() {
                    self.bind(item, ty, &field(&value, index), here);
                }
            }
        }
    }

    /// A worker's value, bound. The parts of a tuple are bound as they are.
    fn bind_worker(
        &mut self,
        into: &Pattern<ArrayId>,
        worker: &Function,
        args: &[Text],
        here: &Here,
    ) {
        let mut value = self.printer.function(worker, args);
        // A tuple of expressions needs no struct to be taken apart.
        if let (Pattern::Tuple(patterns), Some(parts)) = (into, value.parts())
            && patterns.len() == parts.len()
            && let Type::Tuple(types) = &worker.body.ty
        {
            for ((pattern, part), ty) in patterns.iter().zip(parts).zip(types) {
                self.bind(pattern, ty, &part, here);
            }
            return;
        }
        if value.text.is_empty() {
            value = Text::atom("0");
        }
        self.bind(into, &worker.body.ty, &value, here);
    }

    /// The type that a pattern of arrays takes apart.
    fn pattern_type(&self, into: &Pattern<ArrayId>) -> Option<Type> {
        match into {
            Pattern::Name(array) => Some(self.program.types.array(*array).clone()),
            Pattern::Ignored => None,
            Pattern::Tuple(items) => {
                let items: Option<Vec<Type>> =
                    items.iter().map(|item| self.pattern_type(item)).collect();
                items.map(Type::Tuple)
            }
        }
    }

    /// Writes an element to wherever its array lies, if it does.
    fn store(&mut self, array: ArrayId, here: &Here) {
        let write = self.nested.writes.iter().find(|write| write.array == array);
        let Some(Write { mode, .. }) = write.copied().filter(|_| self.working) else {
            return;
        };
        if here.cell.is_some() {
            for (buffer, part) in self.columns(array) {
                self.line(format!("*{buffer}_out = {part};"));
            }
            return;
        }
        let at = match mode {
            WriteMode::Fresh
            | WriteMode::Fill(_)
            | WriteMode::InPlace(_)
            | WriteMode::Replace(_) => match &here.item {
                Some(item) => {
                    for (buffer, part) in self.columns(array) {
                        self.printer
                            .lines
                            .line(format!("{buffer}_out[{item}] = {part};"));
                    }
                    return;
                }
                None => here.index.clone(),
            },
            WriteMode::Part(_) => self.place_in(array, here),
            WriteMode::Compact | WriteMode::Append => {
                let (place, scan) = self.program.schedule.places.of[&array];
                let place = self.elements[&place].text.clone();
                if self.compacted.contains_key(&array) {
                    let slot = match &self.compacting {
                        Some(keep) => format!("{keep} ? {place} : GROUP * ITEMS + lane"),
                        None => place,
                    };
                    for (buffer, part) in self.columns(array) {
                        self.line(format!("{buffer}_kept[{slot}] = {part};"));
                    }
                    return;
                }
                match self.slots.get(&scan) {
                    Some(slot) => format!("{} + {place}", slot.before),
                    None => place,
                }
            }
            WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_) => return,
            WriteMode::Reduce(_) | WriteMode::ReduceInPlace(_) => return,
        };
        let columns = self.columns(array);
        self.masked(here, |this| {
            for (buffer, part) in columns {
                this.printer.lines.line(format!("{buffer}[{at}] = {part};"));
            }
        });
    }

    /// The memory of an array, and the part of its current element that goes
    /// there, leaf by leaf.
    fn columns(&self, array: ArrayId) -> Vec<(String, Text)> {
        let ty = self.program.types.array(array);
        let parts = leaves(ty, &self.elements[&array]);
        self.buffers(array).into_iter().zip(parts).collect()
    }

    /// Statements with an effect.
    fn masked(&mut self, here: &Here, inside: impl FnOnce(&mut Self)) {
        match &here.mask {
            None => inside(self),
            Some(mask) => {
                self.printer.lines.open(format!("if ({mask}) {{"));
                inside(self);
                self.printer.lines.close("}");
            }
        }
    }

    fn element(&self, array: ArrayId) -> Text {
        self.elements[&array].clone()
    }

    fn argument(&self, element: Element) -> Text {
        match element {
            Element::Array(array) => self.element(array),
            Element::One => Text::atom(self.compacting.as_deref().unwrap_or("1")),
        }
    }

    fn failing(&mut self, binding: String) {
        self.printer.failing = Failing::Binding(binding);
    }
}

/// The names of the parts of columns that a group has fetched for a read.
pub(super) fn turned(buffers: &[String], number: usize) -> Vec<String> {
    let name = |buffer: &String| format!("{buffer}_{number}_tile");
    buffers.iter().map(name).collect()
}

/// The leaves of a value.
pub(super) fn leaves(ty: &Type, value: &Text) -> Vec<Text> {
    match ty {
        Type::Tuple(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, item)| leaves(item, &field(value, index)))
            .collect(),
        _ => vec![value.clone()],
    }
}
