//! Folds along an axis: a result for each position of the others.

use std::marker::PhantomData;

use fusus_cpu::{Block, Run};

use crate::element::sealed::Typed;
use crate::element::{Element, PieceMut, number};
use crate::error::ErrorKind;
use crate::kernel::fold::{self, Fold};
use crate::kernel::number::Number;
use crate::kernel::sweep::Source;
use crate::operation::{Operation, Operator};
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::values::Values;

/// The positions whose results are computed together.
const TOGETHER: usize = 1024;

/// The number of lanes of a fold along the last axis.
const LANES: usize = 8;

/// The scalar operations of an element: a read and an operator.
const COST: usize = 2;

/// Does the fold of a step.
pub(crate) fn fold_axis(values: &Values<'_>, step: usize) -> Result<Memory, ErrorKind> {
    let step = &values.graph.steps[step];
    let Operation::FoldAxis(operator, axis) = step.operation else {
        unreachable!("`{:?}` is no fold along an axis", step.operation);
    };
    let memory = values.memory(step.args[0]);
    let dims = *memory.layout.dims();
    let of_result = dims.without(axis);
    let len = of_result.len();
    let mut result = storage::buffer(step.node.ty, len)?;
    let count = dims.as_slice()[axis];
    let run = Run::parallel_nested(len, count.max(1), COST);
    let slots = Slots::of(&mut result, run.cut().block_len());
    let done = run.blocks((), |block, _| {
        let mut own = slots.take(block.index());
        number!(step.node.ty, T => {
            let axis = Along::<T> { memory: &memory, axis, count, element: PhantomData };
            match operator {
                Operator::Sum => axis.fold(block, operator, fold::Sum, &mut own),
                Operator::Product => axis.fold(block, operator, fold::Product, &mut own),
                Operator::Min => axis.fold(block, operator, fold::Least, &mut own),
                _ => axis.fold(block, operator, fold::Greatest, &mut own),
            }
        }, bool => {
            let axis = Along::<bool> { memory: &memory, axis, count, element: PhantomData };
            axis.across(block, fold::Logical(operator == Operator::All), &mut own);
        });
        // Blocks that return nothing may be done as one, and each has a slot of its own.
        Ok(block.index())
    });
    drop(slots);
    match done {
        Ok(_) => Ok(Memory::of(result).with_dims(of_result)),
        Err(_) => Err(ErrorKind::Allocation { len, element: 1 }),
    }
}

/// An axis of an array.
struct Along<'m, T> {
    memory: &'m Memory,
    axis: usize,
    count: usize,
    element: PhantomData<T>,
}

impl<T: Element> Along<'_, T> {
    /// Computes the results of a block of positions, by going along the axis for many of them.
    fn across(&self, block: &Block<'_>, fold: impl Fold<T>, into: &mut PieceMut<'_>) {
        let (layout, stride) = self.memory.layout.along(self.axis);
        let mut own = Memory {
            storage: self.memory.storage.clone(),
            layout,
        };
        let mut elements = vec![T::default(); TOGETHER.min(block.len())];
        let mut start = block.start();
        for results in T::writes(into).chunks_mut(TOGETHER) {
            results.fill(fold.neutral());
            own.layout.first = layout.first;
            for _ in 0..self.count {
                let len = results.len();
                let elements = match own.run::<T>(start, len) {
                    Some(elements) => elements,
                    None => {
                        own.copy_to(start, &mut elements[..len]);
                        &elements[..len]
                    }
                };
                for (result, element) in results.iter_mut().zip(elements) {
                    *result = fold.combine(*result, *element);
                }
                own.layout.first = own.layout.first.wrapping_add_signed(stride);
            }
            start += results.len();
        }
    }
}

impl<T: Number> Along<'_, T> {
    /// Computes the results of a block of positions.
    fn fold(
        &self,
        block: &Block<'_>,
        operator: Operator,
        fold: impl Fold<T>,
        into: &mut PieceMut<'_>,
    ) {
        match self.axis + 1 == self.memory.layout.dims().axes() {
            true => self.rows(block, operator, into),
            false => self.across(block, fold, into),
        }
        let seed = <T as Typed>::of(fold::seed(operator, T::TYPE));
        for result in T::writes(into) {
            *result = fold.combine(seed, *result);
        }
    }

    /// Computes the results of a block of rows: each in lanes.
    fn rows(&self, block: &Block<'_>, operator: Operator, into: &mut PieceMut<'_>) {
        let mut elements = vec![T::default(); TOGETHER.min(self.count)];
        for (row, result) in (block.start()..).zip(T::writes(into)) {
            let mut lanes = fold::empty::<T>(operator);
            let mut done = 0;
            while done < self.count {
                let (start, len) = (row * self.count + done, TOGETHER.min(self.count - done));
                let elements = match self.memory.run::<T>(start, len) {
                    Some(elements) => elements,
                    None => {
                        self.memory.copy_to(start, &mut elements[..len]);
                        &elements[..len]
                    }
                };
                let source = Source::Elements(elements);
                fold::push(block, operator, &mut lanes, LANES, len, source, None);
                done += len;
            }
            *result = fold::partial(operator, &lanes, LANES);
        }
    }
}
