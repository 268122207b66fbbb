//! Operations that are one instruction: the results of all but the last are in no register.

use super::write::Writer;
use super::{Action, Instruction, OPERANDS, Pair, Place, RootComparison};
use crate::element::ElementType;
use crate::operation::{Binary, Compare, Unary};

/// A sum of three.
pub(super) const SUM: Pair = Pair {
    first: Binary::Add,
    second: Binary::Add,
    is_behind: false,
};

impl Writer<'_> {
    /// Counts how often each result is used.
    pub(super) fn uses(&self) -> Vec<usize> {
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
        self.merge(|sum, product, at| {
            let is_sum = sum.action == Action::Binary(Binary::Add) && is_multiplied(sum.gives);
            let [a, b, ..] = product.operands;
            (is_sum && product.action == Action::Binary(Binary::Mul))
                .then(|| (Action::MultiplyAdd, three(a, b, sum.operands[1 - at])))
        });
    }

    /// Makes one instruction of two on floats of which the second alone needs the result of the first.
    pub(super) fn fuse_pairs(&mut self) {
        self.merge(|second, first, at| {
            let Action::Binary(operation) = second.action else {
                return None;
            };
            let (action, [a, b]) = ordered(first).filter(|_| is_paired(second))?;
            let pair = Pair {
                first: action,
                second: operation,
                // Sums and products have their operands in either order.
                is_behind: at == 1 && operation == Binary::Sub,
            };
            Some((Action::Pair(pair), three(a, b, second.operands[1 - at])))
        });
    }

    /// Makes one instruction of a sum of three and its product with a number.
    pub(super) fn fuse_scales(&mut self) {
        self.merge(|scale, sum, at| {
            let (Action::Binary(Binary::Mul), Place::Number(number)) =
                (scale.action, scale.operands[1 - at])
            else {
                return None;
            };
            if !sum.gives.is_float() {
                return None;
            }
            let [a, b, c, ..] = sum.operands;
            match (sum.action, a, b) {
                (Action::Pair(SUM), ..) => Some((Action::ScaledSum(number), sum.operands)),
                (Action::MultiplyAdd, Place::Number(_), Place::Number(_)) => None,
                (Action::MultiplyAdd, Place::Number(_), _) => {
                    Some((Action::ScaledProduct(number), three(b, a, c)))
                }
                (Action::MultiplyAdd, ..) => Some((Action::ScaledProduct(number), sum.operands)),
                _ => None,
            }
        });
    }

    /// Makes one instruction of a root and its comparison with a number.
    pub(super) fn fuse_roots(&mut self) {
        self.merge(|comparison, root, at| {
            let Action::Compare(own @ (Compare::Less | Compare::LessOrEqual)) = comparison.action
            else {
                return None;
            };
            let (Action::Unary(Unary::Sqrt), number @ Place::Number(_)) =
                (root.action, comparison.operands[1 - at])
            else {
                return None;
            };
            let compared = RootComparison {
                comparison: own,
                is_behind: at == 1,
            };
            let [a, ..] = root.operands;
            Some((Action::CompareRoot(compared), three(a, number, a)))
        });
    }

    /// Makes one instruction of two wherever `merged` has one: for the second of them, the first, whose
    /// result is needed nowhere else, and the operand that this is.
    pub(super) fn merge(
        &mut self,
        merged: impl Fn(&Instruction, &Instruction, usize) -> Option<(Action, [Place; OPERANDS])>,
    ) {
        let uses = self.uses();
        let mut gone = vec![false; self.own.instructions.len()];
        for index in 0..self.own.instructions.len() {
            let second = self.own.instructions[index];
            for at in 0..2 {
                let Place::Register(result) = second.operands[at] else {
                    continue;
                };
                if uses[result] != 1 || self.output_of[result].is_some() {
                    continue;
                }
                let first = self.own.instructions[result];
                if let Some((action, operands)) = merged(&second, &first, at) {
                    gone[result] = true;
                    let fused = &mut self.own.instructions[index];
                    (fused.action, fused.operands) = (action, operands);
                    break;
                }
            }
        }
        self.remove(&gone);
    }

    /// Removes instructions, and numbers the others anew.
    pub(super) fn remove(&mut self, gone: &[bool]) {
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

/// Three operands. Those that an instruction has not are the first one, so that they need nothing of their own.
pub(super) fn three(a: Place, b: Place, c: Place) -> [Place; OPERANDS] {
    let mut all = [a; OPERANDS];
    (all[1], all[2]) = (b, c);
    all
}

/// Returns true for the types that have sums with products: of other integers these are rare.
fn is_multiplied(ty: ElementType) -> bool {
    ty.is_float() || matches!(ty, ElementType::I32 | ElementType::I64 | ElementType::U64)
}

/// Returns true for the operations on floats that are parts of pairs.
fn is_paired(instruction: &Instruction) -> bool {
    let is_known = matches!(
        instruction.action,
        Action::Binary(Binary::Add | Binary::Sub | Binary::Mul)
    );
    is_known && instruction.gives.is_float()
}

/// The first operation of a pair and its operands, of which the first one is no number.
fn ordered(first: &Instruction) -> Option<(Binary, [Place; 2])> {
    let Action::Binary(operation) = first.action else {
        return None;
    };
    let [a, b, ..] = first.operands;
    let is_number = |place: Place| matches!(place, Place::Number(_));
    match (is_paired(first), is_number(a), is_number(b)) {
        (true, false, _) => Some((operation, [a, b])),
        (true, true, false) if operation != Binary::Sub => Some((operation, [b, a])),
        _ => None,
    }
}

/// The operands that an instruction has.
fn arity(instruction: &Instruction) -> &[Place] {
    let count = match instruction.action {
        Action::Unary(_)
        | Action::Cast
        | Action::Scan(_)
        | Action::Map(_)
        | Action::Gather(_)
        | Action::Copy => 1,
        Action::Binary(_) | Action::Compare(_) | Action::CompareRoot(_) => 2,
        Action::Select
        | Action::MultiplyAdd
        | Action::Pair(_)
        | Action::ScaledProduct(_)
        | Action::ScaledSum(_) => 3,
        Action::Sum(count) => count,
        Action::Polynomial(steps) => 2 + steps,
        Action::Positions | Action::Ones | Action::Folded(_) => 0,
    };
    &instruction.operands[..count]
}
