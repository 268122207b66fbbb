//! Operations one on the result of the other that are one instruction: sums of several arrays, polynomials, and
//! sums of what is converted.

use super::pairs::{SUM, three};
use super::write::Writer;
use super::{Action, OPERANDS, Place, STEPS};
use crate::element::ElementType;
use crate::operation::{Binary, Operation, Operator};

impl Writer<'_> {
    /// Makes one instruction of steps of a polynomial, `(a * x + b) * x + c`.
    pub(super) fn fuse_polynomials(&mut self) {
        self.merge(|second, first, at| {
            if second.action != Action::MultiplyAdd || at > 1 || !second.gives.is_float() {
                return None;
            }
            let (x, c) = (second.operands[1 - at], second.operands[2]);
            let [a, b, number, ..] = first.operands;
            let are_numbers = |places: &[Place]| places.iter().all(|one| is_number(*one));
            if is_number(x) || !are_numbers(&[c]) {
                return None;
            }
            match first.action {
                Action::MultiplyAdd if are_numbers(&[number]) => {
                    let from = match (a == x, b == x) {
                        (true, _) => b,
                        (_, true) => a,
                        _ => return None,
                    };
                    let mut operands = three(from, x, number);
                    operands[3] = c;
                    Some((Action::Polynomial(2), operands))
                }
                Action::Polynomial(steps) if b == x && steps < STEPS => {
                    let mut operands = first.operands;
                    operands[2 + steps] = c;
                    Some((Action::Polynomial(steps + 1), operands))
                }
                _ => None,
            }
        });
    }

    /// Makes one instruction of sums of several arrays.
    pub(super) fn fuse_sums(&mut self) {
        self.merge(|second, first, at| {
            let other = second.operands[1 - at];
            let is_sum = second.action == Action::Binary(Binary::Add);
            if !is_sum || is_number(other) || !has_sums(second.gives) {
                return None;
            }
            let mut operands = first.operands;
            let count = match first.action {
                Action::Binary(Binary::Add) if !operands[..2].iter().any(|one| is_number(*one)) => {
                    2
                }
                Action::Sum(count) => count,
                _ => return None,
            };
            if count == OPERANDS {
                return None;
            }
            operands[count] = other;
            Some((Action::Sum(count + 1), operands))
        });
        // Those of three floats are parts of other instructions.
        for sum in &mut self.own.instructions {
            if sum.action == Action::Sum(3) && sum.gives.is_float() {
                sum.action = Action::Pair(SUM);
            }
        }
    }

    /// Makes one fold of a conversion of integers and the sum that alone needs it.
    pub(super) fn fuse_casts(&mut self) {
        let uses = self.uses();
        let mut gone = vec![false; self.own.instructions.len()];
        for reduction in &mut self.own.reductions {
            let Place::Register(result) = reduction.source else {
                continue;
            };
            let is_sum = matches!(
                self.graph.steps[reduction.step].operation,
                Operation::Fold(Operator::Sum)
            );
            let cast = &self.own.instructions[result];
            let is_known =
                cast.action == Action::Cast && is_summed(cast.takes) && cast.gives.is_integer();
            let is_alone = uses[result] == 1 && self.output_of[result].is_none();
            if is_sum
                && is_known
                && is_alone
                && reduction.mask.is_none()
                && !is_number(cast.operands[0])
            {
                gone[result] = true;
                (reduction.takes, reduction.source) = (cast.takes, cast.operands[0]);
            }
        }
        self.remove(&gone);
    }
}

fn is_number(place: Place) -> bool {
    matches!(place, Place::Number(_))
}

/// Returns true for the types that have sums of several arrays.
fn has_sums(ty: ElementType) -> bool {
    ty.is_float()
        || matches!(
            ty,
            ElementType::U8 | ElementType::I32 | ElementType::I64 | ElementType::U64
        )
}

/// Returns true for the types whose elements are summed as integers of 64 bits: of the sum in any type
/// of integers these are the lower bits.
fn is_summed(ty: ElementType) -> bool {
    !ty.is_float() && !matches!(ty, ElementType::I64 | ElementType::U64)
}
