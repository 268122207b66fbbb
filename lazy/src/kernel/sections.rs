//! Results that stand in sections of arrays, piece by piece.

use super::frame::Frame;
use crate::element::sealed::Typed;
use crate::element::typed;

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
            self.bank.targets.push(target);
        }
    }

    /// Copies the elements that an update replaces to a register.
    pub(super) fn copy_replaced(&mut self, output: usize, register: usize) {
        let (start, len, first) = (self.start, self.len, self.firsts[output]);
        let section = self.inputs.sections[output].expect("an update has a section");
        typed!(self.outputs[output].ty(), T => {
            let all = <T as Typed>::written(&self.outputs[output]);
            let own = <T as Typed>::registers_mut(self.bank)[register].write(len);
            let mut done = 0;
            section.layout.runs(start, len, &mut |place, count, stride| {
                let own = &mut own[done..done + count];
                done += count;
                spread(&all[place - first..], own, stride);
            });
        });
    }

    /// Brings results that are in registers to their places.
    pub(crate) fn collect(&mut self) {
        let (start, len) = (self.start, self.len);
        for output in 0..self.outputs.len() {
            if self.bank.targets[output].is_some() {
                continue;
            }
            let (register, first) = (self.collected(output), self.firsts[output]);
            let section = self.inputs.sections[output].expect("elements apart have a section");
            typed!(self.outputs[output].ty(), T => {
                let all = <T as Typed>::writes(&mut self.outputs[output]);
                let own = <T as Typed>::registers(self.bank)[register].read(len);
                let mut done = 0;
                section.layout.runs(start, len, &mut |place, count, stride| {
                    let own = &own[done..done + count];
                    done += count;
                    let all = &mut all[place - first..];
                    match stride {
                        1 => all[..count].copy_from_slice(own),
                        _ => {
                            let stride = stride.unsigned_abs().max(1);
                            for (to, from) in all.iter_mut().step_by(stride).zip(own) {
                                *to = *from;
                            }
                        }
                    }
                });
            });
        }
    }
}

/// Copies every element of a stride.
fn spread<T: Copy>(from: &[T], to: &mut [T], stride: isize) {
    match stride {
        1 => to.copy_from_slice(&from[..to.len()]),
        _ => {
            let stride = stride.unsigned_abs().max(1);
            for (to, from) in to.iter_mut().zip(from.iter().step_by(stride)) {
                *to = *from;
            }
        }
    }
}
