//! Scans of the elements of a block, in the order of `cnf!`: neighbours are combined by themselves, and with
//! the prefix before them only then.

use std::ops::Range;

use super::fold::{Fold, LANES, each};
use super::frame::{Frame, write_to};
use super::number::Number;
use super::prefixes::NUMBERS;
use super::sweep::{Kind, Source};
use crate::element::number;
use crate::element::sealed::Typed;
use crate::operation::Operator;
use crate::program::{Instruction, Reduction, Scan};

impl Frame<'_, '_> {
    /// Does a scan of an operand: its prefixes, or what they are at the end of the block.
    pub(super) fn scan(&mut self, scan: usize, instruction: &Instruction) {
        if self.scans[scan].is_swept {
            return self.aggregate(scan, instruction, 0..self.len);
        }
        let mut at = 0;
        while at < self.len {
            let count = self.scans[scan].left.min(self.len - at);
            self.aggregate(scan, instruction, at..at + count);
            self.prefixes(scan, instruction, at..at + count);
            self.scans[scan].pass(count);
            at += count;
        }
    }

    /// Adds some elements of an operand to the aggregate of a scan, if somebody needs it.
    fn aggregate(&mut self, scan: usize, instruction: &Instruction, places: Range<usize>) {
        let Scan {
            operator,
            ty,
            lanes,
        } = self.scans[scan].scan;
        if let Some(mut aggregate) = self.scans[scan].aggregate.take() {
            let fold = Reduction {
                step: instruction.step,
                operator: Some(operator),
                ty,
                takes: ty,
                source: instruction.operands[0],
                mask: None,
                is_count: false,
            };
            self.fold(&fold, lanes, &mut aggregate, places);
            self.scans[scan].aggregate = Some(aggregate);
        }
    }

    /// Writes the prefixes of some elements of an operand.
    fn prefixes(&mut self, scan: usize, instruction: &Instruction, places: Range<usize>) {
        let own = &self.scans[scan];
        let (
            Scan {
                operator,
                ty,
                lanes,
            },
            state,
        ) = (own.scan, own.state);
        self.scans[scan].state = number!(ty, T => {
            write_to!(self, instruction.target, |frame, target: T| {
                let from = frame.source::<T>(instruction.operands[0]);
                let from = from.part(places.start, places.len());
                let mut state = <T as Typed>::of(state);
                prefixes(operator, lanes, &mut state, from, &mut target[places]);
                Typed::scalar(state)
            })
        }, bool => unreachable!("{NUMBERS}"));
    }
}

/// Writes the prefixes of elements, from a state on, in groups of so many neighbours.
#[inline(never)]
fn prefixes<T: Number>(
    operator: Operator,
    group: usize,
    state: &mut T,
    from: Source<'_, T>,
    into: &mut [T],
) {
    let repeated;
    let from = match from.kind() {
        Kind::Elements(from) => from,
        Kind::Number(number) => {
            repeated = vec![number; into.len()];
            &repeated
        }
    };
    match group {
        // The usual number is known when this is compiled.
        LANES => each!(operator, fold => of_elements(fold, LANES, state, from, into)),
        _ => each!(operator, fold => of_elements(fold, group, state, from, into)),
    }
}

#[inline(always)]
fn of_elements<T: Number, F: Fold<T>>(
    fold: F,
    group: usize,
    state: &mut T,
    from: &[T],
    into: &mut [T],
) {
    let groups = from.chunks_exact(group);
    let rest = groups.remainder();
    let mut targets = into.chunks_exact_mut(group);
    for (from, into) in groups.zip(&mut targets) {
        // Only the last operation of each element waits for the group before.
        let mut own = fold.neutral();
        for (into, from) in into.iter_mut().zip(from) {
            own = fold.combine(own, *from);
            *into = fold.combine(*state, own);
        }
        *state = into[group - 1];
    }
    // Neighbours that are left over are combined with the state one by one.
    for (into, from) in targets.into_remainder().iter_mut().zip(rest) {
        *state = fold.combine(*state, *from);
        *into = *state;
    }
}
