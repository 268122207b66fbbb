//! Results that stand in sections of arrays, piece by piece.

use super::frame::{COLLECTED, Frame};
use crate::element::sealed::Typed;
use crate::element::{Found, typed};
use crate::gaps::Part;
use crate::homes::Section;
use crate::rows::Rows;

impl Frame<'_, '_> {
    /// Finds the places of results in what the block has of them, where they lie next to each other.
    pub(super) fn find_targets(&mut self) {
        self.bank.targets.clear();
        for output in 0..self.outputs.len() {
            let section = self.inputs.sections.get(output).and_then(Option::as_ref);
            let target = match section {
                Some(section) => {
                    let place = section.rows.run(self.start, self.len);
                    place.map(|place| place - self.firsts[output])
                }
                None => Some(self.offset),
            };
            let is_past = self.inputs.past_cache == Some(output);
            self.bank.targets.push(target.filter(|_| !is_past));
        }
    }

    /// Copies the elements that an update replaces to a register.
    pub(super) fn copy_replaced(&mut self, output: usize, register: usize) {
        let (start, len, first) = (self.start, self.len, self.firsts[output]);
        let section = self.inputs.sections[output].expect("an update has a section");
        typed!(self.outputs[output].ty(), T => {
            let all = <T as Typed>::written(&self.outputs[output]);
            let own = <T as Typed>::registers_mut(self.bank)[register].write(len);
            section.layout.read(start, (first, all), own);
        });
    }

    /// Brings results that are in registers to their places.
    pub(crate) fn collect(&mut self) {
        let whole = [Part {
            at: 0,
            index: self.start,
            count: self.len,
        }];
        let runs = match self.inputs.gaps {
            Some(_) => self.runs,
            None => &whole,
        };
        let before = self.block.start();
        for output in 0..self.outputs.len() {
            if self.bank.targets[output].is_some() {
                continue;
            }
            if let Some(past) = &mut self.past
                && self.inputs.past_cache == Some(output)
            {
                let register = self.inputs.collected[output].expect(COLLECTED);
                past.write(self.bank, register, self.offset, self.len);
                continue;
            }
            let (register, first) = (self.collected(output), self.firsts[output]);
            let section = self.inputs.sections[output].as_ref();
            typed!(self.outputs[output].ty(), T => {
                let all = <T as Typed>::writes(&mut self.outputs[output]);
                let own = <T as Typed>::registers(self.bank)[register].read(self.len);
                for run in runs {
                    let own = &own[run.at..run.at + run.count];
                    match section {
                        Some(section) => bring(section, run.index, first, own, all),
                        None => all[run.index - before..][..run.count].copy_from_slice(own),
                    }
                }
            });
        }
    }

    /// Finds the elements of inputs where a piece has what lies between its rows, and copies the rows of those
    /// that have none of it or lie elsewhere.
    pub(super) fn stage_rows(&mut self, rows: &Rows) {
        let first = rows.place(self.start);
        self.bank.targets.clear();
        self.bank.targets.resize(self.outputs.len(), None);
        self.bank.places.clear();
        for (input, own) in self.inputs.rows.iter().enumerate() {
            let is_moved = self.inputs.staged[input].is_none();
            let place = is_moved.then(|| Found::From(own.first() + first));
            self.bank.places.push(place);
        }
        for input in 0..self.inputs.rows.len() {
            let Some(register) = self.inputs.staged[input] else {
                continue;
            };
            match self.inputs.replaced.get(input).copied().flatten() {
                Some(output) => self.copy_replaced_rows(output, register),
                None => {
                    let memory = &self.inputs.memories[input];
                    typed!(memory.storage.ty(), T => {
                        let own = <T as Typed>::registers_mut(self.bank)[register].write(self.len);
                        for run in self.runs {
                            memory.copy_to(run.index, &mut own[run.at..run.at + run.count]);
                        }
                    });
                }
            }
        }
    }

    fn copy_replaced_rows(&mut self, output: usize, register: usize) {
        let section = self.inputs.sections[output].as_ref();
        let section = section.expect("an update has a section");
        let first = self.firsts[output];
        typed!(self.outputs[output].ty(), T => {
            let all = <T as Typed>::written(&self.outputs[output]);
            let own = <T as Typed>::registers_mut(self.bank)[register].write(self.len);
            for run in self.runs {
                section.layout.read(run.index, (first, all), &mut own[run.at..run.at + run.count]);
            }
        });
    }
}

/// Copies elements from an index on to their places in a section, whose first one in the block is given.
fn bring<T: Copy>(section: &Section, index: usize, first: usize, own: &[T], all: &mut [T]) {
    if let Some(place) = section.rows.run(index, own.len()) {
        return all[place - first..][..own.len()].copy_from_slice(own);
    }
    section.layout.write(index, own, (first, all));
}
