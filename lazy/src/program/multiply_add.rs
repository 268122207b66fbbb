//! Multiplications that are fused with additions.

use super::write::Writer;
use super::{Action, Instruction, Place};
use crate::operation::Binary;

impl Writer<'_> {
    /// Counts how often each result is used.
    fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.own.instructions.len()];
        let mut count = |place: Place| {
            if let Place::Register(result) = place {
                uses[result] += 1;
            }
        };
        for instruction in &self.own.instructions {
            arity(instruction).iter().for_each(|place| count(*place));
            instruction.mask.into_iter().for_each(&mut count);
        }
        for reduction in &self.own.reductions {
            count(reduction.source);
            reduction.mask.into_iter().for_each(&mut count);
        }
        for compacted in &self.own.compacted {
            count(compacted.source);
            count(compacted.mask);
        }
        uses
    }

    /// Makes one instruction of a product and of the sum that alone needs it.
    pub(super) fn fuse_multiplications(&mut self) {
        let uses = self.uses();
        let mut gone = vec![false; self.own.instructions.len()];
        for index in 0..self.own.instructions.len() {
            let sum = self.own.instructions[index];
            if sum.action != Action::Binary(Binary::Add) || !sum.gives.is_float() {
                continue;
            }
            for (at, other) in [(0, 1), (1, 0)] {
                let Place::Register(product) = sum.operands[at] else {
                    continue;
                };
                let factors = self.own.instructions[product];
                if factors.action == Action::Binary(Binary::Mul)
                    && uses[product] == 1
                    && self.output_of[product].is_none()
                {
                    gone[product] = true;
                    let fused = &mut self.own.instructions[index];
                    fused.action = Action::MultiplyAdd;
                    fused.operands = [
                        factors.operands[0],
                        factors.operands[1],
                        sum.operands[other],
                    ];
                    break;
                }
            }
        }
        self.remove(&gone);
    }

    /// Removes instructions, and numbers the others anew.
    fn remove(&mut self, gone: &[bool]) {
        let mut place = vec![0; gone.len()];
        let mut count = 0;
        for (index, gone) in gone.iter().enumerate() {
            place[index] = count;
            count += usize::from(!gone);
        }
        let moved = |at: &mut Place| {
            if let Place::Register(result) = at {
                *result = place[*result];
            }
        };
        let mut keep = gone.iter();
        self.own
            .instructions
            .retain(|_| !*keep.next().unwrap_or(&false));
        let mut keep = gone.iter();
        self.output_of.retain(|_| !*keep.next().unwrap_or(&false));
        self.each_place(moved);
    }
}

/// The operands that an instruction has.
fn arity(instruction: &Instruction) -> &[Place] {
    let count = match instruction.action {
        Action::Unary(_) | Action::Cast | Action::Map(_) | Action::Gather(_) | Action::Copy => 1,
        Action::Binary(_) | Action::Compare(_) => 2,
        Action::Select | Action::MultiplyAdd => 3,
        Action::Positions | Action::Ones | Action::Folded(_) => 0,
    };
    &instruction.operands[..count]
}
