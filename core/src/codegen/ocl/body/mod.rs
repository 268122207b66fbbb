//! The body of a sweep over the elements of a lane: straight-line C.

mod inner;

use super::Program;
use super::c::printer::{Failing, field, inside};
use super::c::{Printer, SiteKind, Text};
use super::kernel::Packed;
use super::parameters::Parameters;
use super::state::State;
use crate::nest::{
    ArrayId, Element, Entry, Loop, Pattern, Region, Scan, ScanKind, Step, Write, WriteMode, source,
};
use crate::scalar::{Binary, Function, Prim, Type};
use std::collections::BTreeMap;

/// Prints the sweeps of one kernel.
pub(super) struct Body<'b, 'm, 'e> {
    pub(super) program: &'b Program<'b>,
    pub(super) nested: &'b Loop,
    pub(super) printer: Printer<'m, 'e>,
    pub(super) parameters: &'b Parameters,
    /// How many elements a lane has, side by side in private memory; 1 where
    /// they are read when they are needed.
    pub(super) items: usize,
    /// The current elements of arrays.
    pub(super) elements: BTreeMap<ArrayId, Text>,
    /// The variables with the states of scans by their numbers.
    pub(super) running: BTreeMap<usize, String>,
    /// The variables that take in elements, with the states they are of.
    pub(super) taking: Vec<(String, State)>,
    /// The packed arrays that go through local memory.
    pub(super) packed: BTreeMap<ArrayId, Packed>,
    /// The variable that says whether the element at hand is kept, where what is not is packed as well,
    /// to where nobody looks.
    pub(super) packing: Option<String>,
    /// Whether the sweep does the real work, and writes.
    pub(super) working: bool,
    /// The states of all scans, for their operators.
    pub(super) states: &'b [State],
}

/// Where in the iteration space a region stands.
#[derive(Clone)]
pub(super) struct Here {
    /// The position, of type `ulong`.
    pub(super) index: String,
    /// What must hold for anything to have an effect: lanes without an
    /// element go along to help with others.
    pub(super) mask: Option<String>,
    /// The position among the lane's items.
    pub(super) item: Option<String>,
}

impl<'b, 'm, 'e> Body<'b, 'm, 'e> {
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
        Body {
            program,
            nested,
            printer,
            parameters,
            items,
            elements: BTreeMap::new(),
            running: BTreeMap::new(),
            taking: Vec::new(),
            packed: BTreeMap::new(),
            packing: None,
            working: false,
            states,
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

    /// Declares the elements of what is walked over, then does the steps.
    pub(super) fn region(&mut self, region: &Region, here: &Here) {
        for array in &region.reads {
            let ty = self.program.types.array(*array).clone();
            let buffers = self.buffers(*array);
            let value = match &here.item {
                Some(item) => {
                    let private: Vec<String> = buffers
                        .iter()
                        .map(|buffer| format!("{buffer}_items"))
                        .collect();
                    self.printer.load(&ty, &private, item)
                }
                None => self.printer.load(&ty, &buffers, &here.index),
            };
            self.bind_one(*array, &value);
        }
        for step in &region.steps {
            self.step(step, here);
        }
        for inner in &region.inner {
            match &inner.entry {
                Entry::Loop => unreachable!("only the root of a body is a loop"),
                Entry::Guard {
                    name,
                    predicate,
                    arg,
                    into,
                } => {
                    self.comment(name, &format!("filter({})", source(predicate)));
                    self.guard(inner, predicate, *arg, into, here);
                }
                Entry::Cross { pairs } => self.cross(inner, pairs, here),
            }
        }
    }

    pub(super) fn buffers(&self, array: ArrayId) -> Vec<String> {
        let owner = self.program.owner(array);
        let index = self.parameters.memory[&owner];
        self.parameters.all[index].leaves.clone()
    }

    fn length(&self, array: ArrayId) -> String {
        let owner = self.program.owner(array);
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
        let at = match mode {
            WriteMode::Fresh | WriteMode::InPlace(_) => match &here.item {
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
            WriteMode::Compact | WriteMode::Append => match self.program.places.place(array) {
                Some(place) => {
                    let place = self.elements[&place].text.clone();
                    if let Some(packed) = self.packed.get(&array) {
                        let slot = packed.slot(&place);
                        let slot = match &self.packing {
                            Some(keep) => format!("{keep} ? {slot} : GROUP * ITEMS + lane"),
                            None => slot,
                        };
                        for (buffer, part) in self.columns(array) {
                            self.line(format!("{buffer}_kept[{slot}] = {part};"));
                        }
                        return;
                    }
                    place
                }
                None => here.index.clone(),
            },
            WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_) => return,
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
            Element::One => Text::atom(self.packing.as_deref().unwrap_or("1")),
        }
    }

    fn failing(&mut self, binding: String) {
        self.printer.failing = Failing::Binding(binding);
    }

    fn step(&mut self, step: &Step, here: &Here) {
        match step {
            Step::Map { worker, args, into } => {
                let names = self.names(into);
                self.comment(&names, &format!("map({})", source(worker)));
                self.failing(names);
                let types: Vec<Type> = args
                    .iter()
                    .map(|arg| self.program.types.array(*arg).clone())
                    .collect();
                let result = self.pattern_type(into);
                let function = self.program.worker(worker, &types, result.as_ref());
                let args: Vec<Text> = args.iter().map(|arg| self.element(*arg)).collect();
                self.bind_worker(into, &function, &args, here);
            }
            Step::Generate { worker, into } => {
                let names = self.names(into);
                self.comment(&names, &format!("generate({})", source(worker)));
                self.failing(names);
                let result = self.pattern_type(into);
                let function = self.program.worker(worker, &[Type::USIZE], result.as_ref());
                self.bind_worker(into, &function, &[Text::atom(here.index.clone())], here);
            }
            Step::Range { range, into } => {
                let Some(array) = into.names().first().copied() else {
                    return;
                };
                let names = self.names(into);
                self.comment(&names, &source(range));
                let start = &self.parameters.all[self.parameters.starts[&array]];
                let (start, ty) = (Text::atom(start.name.clone()), start.ty.clone());
                let prim = ty.prim().unwrap_or(Prim::Usize);
                let module = &mut *self.printer.module;
                let index = Text::atom(here.index.clone());
                let index = super::c::cast(module, Prim::Usize, prim, &index);
                let value = super::c::binary(module, Binary::Add, prim, &start, &index);
                self.bind(into, &ty, &value, here);
            }
            Step::Gather {
                data,
                index,
                name,
                into,
            } => {
                let comment = format!("gather({}, {})", self.name(*data), self.name(*index));
                self.comment(name, &comment);
                let ty = self.program.types.array(*data).clone();
                let buffers = self.buffers(*data);
                let len = self.length(*data);
                let signed = self.is_signed(*index);
                let index = self.element(*index);
                let value = self.printer.load(&ty, &buffers, &index.text);
                let value = self
                    .printer
                    .checked(&index, &len, signed, name, &ty, &value);
                self.bind(into, &ty, &value, here);
            }
            Step::Scan(scan) => self.scan(scan, here),
            Step::Total(scan) => {
                self.comment(&scan.name.to_string(), "the total of the scan");
                let value = self.argument(scan.arg);
                self.masked(here, |this| this.take(scan.id, &value));
            }
            Step::Fold(fold) => {
                if !self.working {
                    return;
                }
                let what = match super::places::counts(&fold.into) {
                    true => "the number of elements".to_owned(),
                    false => format!("fold({})", source(&fold.operator)),
                };
                self.comment(&fold.name.to_string(), &what);
                let value = self.argument(fold.arg);
                self.masked(here, |this| this.take(fold.id, &value));
            }
            Step::Scatter { into, index, value } => self.scatter(*into, *index, *value, here),
        }
    }

    fn is_signed(&self, index: ArrayId) -> bool {
        self.program
            .types
            .array(index)
            .prim()
            .is_some_and(Prim::is_signed)
    }

    /// Takes an element into the state of a fold or scan.
    fn take(&mut self, id: usize, value: &Text) {
        let taking = std::mem::take(&mut self.taking);
        for (variable, state) in &taking {
            if let Some(member) = state.member(id) {
                member.push(&mut self.printer, variable, value);
                break;
            }
        }
        self.taking = taking;
    }

    fn scan(&mut self, scan: &Scan, here: &Here) {
        let what = match (scan.arg, scan.kind) {
            (Element::One, _) => "the number of elements before".to_owned(),
            (_, ScanKind::Inclusive) => format!("scan({})", source(&scan.operator)),
            (_, ScanKind::Exclusive) => format!("scan_exclusive({})", source(&scan.operator)),
        };
        self.comment(&scan.name.to_string(), &what);
        self.failing(scan.name.to_string());
        let states = self.states;
        let member = states
            .iter()
            .find_map(|state| state.member(scan.id))
            .expect("every scan is a member of a level's state");
        let running = format!("{}.{}", self.running[&scan.id], member.field);
        let value = self.argument(scan.arg);
        let ty = member.ty.clone();
        let current = Text::atom(running.clone());
        match scan.kind {
            ScanKind::Inclusive => {
                self.masked(here, |this| {
                    member.advance(&mut this.printer, &running, &value)
                });
                self.bind(&scan.into, &ty, &current, here);
            }
            ScanKind::Exclusive => {
                self.bind(&scan.into, &ty, &current, here);
                self.masked(here, |this| {
                    member.advance(&mut this.printer, &running, &value)
                });
            }
        }
    }

    fn scatter(&mut self, into: ArrayId, index: ArrayId, value: ArrayId, here: &Here) {
        if !self.working {
            return;
        }
        let name = self.name(into);
        let comment = format!("scatter({}, {})", self.name(index), self.name(value));
        self.comment(&name, &comment);
        let signed = self.is_signed(index);
        let index = self.element(index);
        let parts = leaves(self.program.types.array(into), &self.element(value));
        let len = self.length(into);
        let site = self
            .printer
            .module
            .site(&name, &[SiteKind::Index { signed }]);
        let buffers = self.buffers(into);
        let claims = self.parameters.owners.get(&into).map(|owners| {
            let claims = self.parameters.claims[&into];
            (
                self.parameters.all[*owners].name.clone(),
                self.parameters.all[claims].leaves.clone(),
            )
        });
        let at = here.index.clone();
        self.masked(here, |this| {
            let lines = &mut this.printer.lines;
            lines.open(format!("if ({}) {{", inside(&index, &len, signed)));
            match claims {
                None => {
                    for (buffer, part) in buffers.iter().zip(&parts) {
                        lines.line(format!("{buffer}[{index}] = {part};"));
                    }
                }
                // Of several writers one must win with all of its parts.
                Some((owners, values)) => {
                    for (value, part) in values.iter().zip(&parts) {
                        lines.line(format!("{value}[{at}] = {part};"));
                    }
                    lines.line(format!("atomic_max(&{owners}[{index}], (uint)({at}) + 1);"));
                }
            }
            lines.between("} else {");
            lines.line(format!("fail(record, {site}, (ulong){index}, {len});"));
            lines.close("}");
        });
    }
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
