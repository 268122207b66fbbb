//! The registers of results.

use super::Place;
use super::write::Writer;
use crate::element::ElementType;

impl Writer<'_> {
    /// Gives results their registers, which are used again when nothing needs what is in them.
    pub(super) fn assign_registers(&mut self) {
        let count = self.own.instructions.len();
        let mut last = vec![0; count];
        let mut read = |place: Place, at: usize| {
            if let Place::Register(result) = place {
                last[result] = last[result].max(at);
            }
        };
        for (index, instruction) in self.own.instructions.iter().enumerate() {
            instruction
                .operands
                .iter()
                .for_each(|place| read(*place, index));
            instruction
                .mask
                .into_iter()
                .for_each(|place| read(place, index));
        }
        for reduction in &self.own.reductions {
            read(reduction.source, count);
            reduction
                .mask
                .into_iter()
                .for_each(|place| read(place, count));
        }
        for compacted in &self.own.compacted {
            read(compacted.source, count);
            read(compacted.mask, count);
        }
        let places = self.places(&last);
        self.each_place(|place| {
            if let Place::Register(result) = *place {
                *place = places[result];
            }
        });
    }

    /// The register or output of each result, whose last readers are given.
    fn places(&mut self, last: &[usize]) -> Vec<Place> {
        let mut free: Vec<(ElementType, Vec<usize>)> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        for (index, instruction) in self.own.instructions.iter().enumerate() {
            let ty = instruction.gives;
            if let Some(output) = self.output_of[index] {
                places.push(Place::Output(output));
            } else {
                let spare = free
                    .iter_mut()
                    .find(|(of, _)| *of == ty)
                    .and_then(|(_, spare)| spare.pop());
                let register = spare.unwrap_or_else(|| {
                    let known = self.own.registers.iter().position(|(of, _)| *of == ty);
                    let at = known.unwrap_or_else(|| {
                        self.own.registers.push((ty, 0));
                        self.own.registers.len() - 1
                    });
                    self.own.registers[at].1 += 1;
                    self.own.registers[at].1 - 1
                });
                places.push(Place::Register(register));
            }
            for result in 0..=index {
                let is_over = last[result] == index || (result == index && last[result] < index);
                if let (true, Place::Register(register)) = (is_over, places[result]) {
                    let ty = self.own.instructions[result].gives;
                    match free.iter_mut().find(|(of, _)| *of == ty) {
                        Some((_, spare)) if !spare.contains(&register) => spare.push(register),
                        Some(_) => {}
                        None => free.push((ty, vec![register])),
                    }
                }
            }
        }
        places
    }
}
