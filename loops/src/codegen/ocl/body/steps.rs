//! The steps of a region: values computed from an element, states that take it in, and where it is
//! scattered.

use super::super::Program;
use super::super::c::printer::inside;
use super::super::c::{SiteKind, Text};
use super::{Here, KernelBody, leaves};
use crate::nest::{ArrayId, Element, Intake, Pattern, Scan, ScanKind, Step, source};
use crate::scalar::{Binary, Prim, Type};
use crate::schedule::device;
use std::borrow::Cow;

impl KernelBody<'_, '_, '_> {
    /// One step of a region.
    pub(super) fn step(&mut self, step: &Step, here: &Here) {
        match step {
            Step::Map { worker, args, into } => {
                let names = self.names(into);
                self.comment(&names, &format!("map({})", source(worker)));
                self.failing(names);
                let mut types: Vec<Type> = args
                    .iter()
                    .map(|arg| self.program.types.array(*arg).clone())
                    .collect();
                let mut args: Vec<Text> = args.iter().map(|arg| self.element(*arg)).collect();
                let result = self.pattern_type(into);
                let mut worker = Cow::Borrowed(worker);
                if let Some((array, given, total, ty)) = &self.total
                    && into.names().first() == Some(array)
                {
                    worker = Cow::Owned(given.clone());
                    args.push(total.clone());
                    types.push(ty.clone());
                }
                let function = self.program.worker(&worker, &types, result.as_ref());
                self.bind_worker(into, &function, &args, here);
            }
            Step::Tuple { args, into } => self.tuple(args, into, here),
            Step::Generate {
                worker,
                digit,
                into,
            } => {
                let names = self.names(into);
                self.comment(&names, &format!("generate({})", source(worker)));
                self.failing(names);
                let result = self.pattern_type(into);
                let function = self.program.worker(worker, &[Type::USIZE], result.as_ref());
                let index = match digit {
                    Some(digit) => self.digit(*digit, here),
                    None => here.index.clone(),
                };
                self.bind_worker(into, &function, &[Text::atom(index)], here);
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
                let index = super::super::c::cast(module, Prim::Usize, prim, &index);
                let value = super::super::c::binary(module, Binary::Add, prim, &start, &index);
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
                let values = self.entering(&scan.intake);
                self.masked(here, |this| this.take(scan.id, &values));
            }
            Step::Fold(fold) => {
                if !self.working {
                    return;
                }
                let what = match device::counts(&fold.into) {
                    true => "the number of elements".to_owned(),
                    false => format!("fold({})", source(&fold.operator)),
                };
                self.comment(&fold.name.to_string(), &what);
                match &fold.intake {
                    Intake::Operand(element) => {
                        let value = [self.argument(*element)];
                        self.masked(here, |this| this.take(fold.id, &value));
                    }
                    Intake::Step { args, .. } => {
                        let elements: Vec<Text> =
                            args.iter().map(|arg| self.element(*arg)).collect();
                        self.masked(here, |this| this.accumulate(fold.id, &elements));
                    }
                }
            }
            Step::Scatter {
                into,
                combine,
                index,
                value,
            } => match combine {
                Some(combine) => self.reduce_by_index(*into, combine, (*index, *value), here),
                None => self.scatter(*into, *index, *value, here),
            },
        }
    }

    /// Elements as a tuple, or other names for them.
    fn tuple(&mut self, args: &[ArrayId], into: &Pattern<ArrayId>, here: &Here) {
        let types = args
            .iter()
            .map(|arg| self.program.types.array(*arg).clone());
        let types: Vec<Type> = types.collect();
        let parts: Vec<Text> = args.iter().map(|arg| self.element(*arg)).collect();
        match into {
            Pattern::Tuple(items) if items.len() == parts.len() => {
                for ((item, ty), part) in items.iter().zip(&types).zip(&parts) {
                    self.kept(item, ty, part, here);
                }
            }
            into => {
                let ty = Type::Tuple(types);
                let value = self.printer.tuple(&ty, &parts);
                self.bind(into, &ty, &value, here);
            }
        }
    }

    pub(super) fn is_signed(&self, index: ArrayId) -> bool {
        self.program
            .types
            .array(index)
            .prim()
            .is_some_and(Prim::is_signed)
    }

    /// The elements that enter a fold or a scan at a position.
    fn entering(&self, intake: &Intake) -> Vec<Text> {
        match intake {
            Intake::Operand(element) => vec![self.argument(*element)],
            Intake::Step { args, .. } => args.iter().map(|arg| self.element(*arg)).collect(),
        }
    }

    /// Takes elements into the state of a fold or scan.
    fn take(&mut self, id: usize, values: &[Text]) {
        let taking = std::mem::take(&mut self.taking);
        for (variable, state) in &taking {
            if let Some(member) = state.member(id) {
                member.push(&mut self.printer, variable, values);
                break;
            }
        }
        self.taking = taking;
    }

    /// Takes elements into the accumulator of a fold.
    fn accumulate(&mut self, id: usize, elements: &[Text]) {
        let parameter = &self.parameters.all[self.parameters.seeds[&id]];
        let seed = Program::value(parameter, &mut self.printer);
        let taking = std::mem::take(&mut self.taking);
        for (variable, state) in &taking {
            if let Some(member) = state.member(id) {
                member.step(&mut self.printer, variable, &seed, elements);
                break;
            }
        }
        self.taking = taking;
    }

    /// A scan's element, from the running state.
    pub(super) fn scan(&mut self, scan: &Scan, here: &Here) {
        let what = match (&scan.intake, scan.kind) {
            (Intake::Operand(Element::One), _) => "the number of elements before".to_owned(),
            (Intake::Step { worker, .. }, _) => format!("recurrence({})", source(worker)),
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
        let ty = member.ty.clone();
        let (running, before) = match self.slots.get(&scan.id) {
            Some(slot) => (slot.variable.clone(), None),
            None => {
                let state = &self.running[&scan.id];
                let all = format!("{state}.{}", member.field);
                match self.near.get(state).filter(|_| here.item.is_some()) {
                    Some(near) => (format!("{}.{}", near.variable, member.field), Some(all)),
                    None => (all, None),
                }
            }
        };
        let values = self.entering(&scan.intake);
        let current = |this: &mut Self| {
            let running = Text::atom(running.clone());
            match &before {
                Some(before) => member.applied(&mut this.printer, before, &[running]),
                None => running,
            }
        };
        match scan.kind {
            ScanKind::Inclusive => {
                self.masked(here, |this| {
                    member.advance(&mut this.printer, &running, &values)
                });
                let current = current(self);
                self.bind(&scan.into, &ty, &current, here);
            }
            ScanKind::Exclusive => {
                let current = current(self);
                self.bind(&scan.into, &ty, &current, here);
                self.masked(here, |this| {
                    member.advance(&mut this.printer, &running, &values)
                });
            }
        }
    }

    /// A write to a place that comes from data.
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
