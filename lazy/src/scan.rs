//! Scans: prefixes of an array, by the chains of the runtime of `cnf!`.

#[cfg(not(unoptimised))]
use fusus_cpu::op;
use fusus_cpu::{BlockAggregate, Fault, Fold, Fresh, Lanes, Op, Run, Steps};

use crate::element::sealed::Typed;
use crate::element::{Buffer, Element, ElementType, integer};
use crate::error::ErrorKind;
use crate::kernel::fold;
#[cfg(unoptimised)]
use crate::kernel::fold::Fold as _;
use crate::kernel::number::Number;
use crate::operation::{Operation, Operator};
use crate::storage::Memory;
use crate::values::Values;

/// The number of lanes of aggregates.
const LANES: usize = 16;

/// The scalar operations of a position: a read, a step and an operator.
const COST: usize = 3;

/// Does the scan of a step.
pub(crate) fn scan(values: &Values<'_>, step: usize) -> Result<Memory, ErrorKind> {
    let step = &values.graph.steps[step];
    let memory = values.memory(step.args[0]);
    let buffer = match &step.operation {
        Operation::ScanBy(combine) => combine.scan(&memory)?,
        Operation::Scan(operator) => known(*operator, &memory)?,
        other => unreachable!("`{other:?}` is no scan"),
    };
    Ok(Memory::of(buffer))
}

fn known(operator: Operator, memory: &Memory) -> Result<Buffer, ErrorKind> {
    match memory.storage.ty() {
        ElementType::F32 => floats::<f32>(operator, memory),
        ElementType::F64 => floats::<f64>(operator, memory),
        ElementType::Bool => logical(operator, memory).map(bool::buffer),
        ty => integer!(ty, T => exact::<T>(operator, memory).map(<T as Typed>::buffer),
            _ => unreachable!("other types are above")),
    }
}

fn floats<T: Number>(operator: Operator, memory: &Memory) -> Result<Buffer, ErrorKind> {
    let seed = T::of(fold::seed(operator, T::TYPE));
    let elements = match operator {
        Operator::Sum => by(memory, T::SUM, seed, T::add),
        Operator::Product => by(memory, T::PRODUCT, seed, T::mul),
        _ => exact(operator, memory),
    };
    elements.map(T::buffer)
}

/// The prefixes by an operator that has the same bits in any order.
#[cfg(not(unoptimised))]
fn exact<T: Number>(operator: Operator, memory: &Memory) -> Result<Vec<T>, ErrorKind> {
    let seed = T::of(fold::seed(operator, T::TYPE));
    match operator {
        Operator::Sum => by(memory, T::SUM, seed, T::add),
        Operator::Product => by(memory, T::PRODUCT, seed, T::mul),
        // Prefixes of neighbours begin with an element, which may be `NaN`.
        Operator::Min => by(memory, op::Min, seed, Number::min),
        _ => by(memory, op::Max, seed, Number::max),
    }
}

#[cfg(not(unoptimised))]
fn logical(operator: Operator, memory: &Memory) -> Result<Vec<bool>, ErrorKind> {
    match operator {
        Operator::All => by(memory, op::And, true, |a, b| a & b),
        _ => by(memory, op::Or, false, |a, b| a | b),
    }
}

/// The prefixes by an operator that has the same bits in any order: one after the other, since a chain
/// takes long to compile for each operator and type.
#[cfg(unoptimised)]
fn exact<T: Number>(operator: Operator, memory: &Memory) -> Result<Vec<T>, ErrorKind> {
    let seed = T::of(fold::seed(operator, T::TYPE));
    in_order(memory, seed, |a, b| match operator {
        Operator::Min => Number::min(a, b),
        Operator::Max => Number::max(a, b),
        _ => fold::Known(operator).combine(a, b),
    })
}

#[cfg(unoptimised)]
fn logical(operator: Operator, memory: &Memory) -> Result<Vec<bool>, ErrorKind> {
    let fold = fold::Logical(operator == Operator::All);
    in_order(memory, fold.neutral(), |a, b| fold.combine(a, b))
}

#[cfg(unoptimised)]
fn in_order<T: Element>(
    memory: &Memory,
    seed: T,
    combine: impl Fn(T, T) -> T,
) -> Result<Vec<T>, ErrorKind> {
    let mut elements = memory.to_vec::<T>()?;
    let mut state = seed;
    for element in &mut elements {
        state = combine(state, *element);
        *element = state;
    }
    Ok(elements)
}

/// All prefixes of an array, by an operator.
pub(crate) fn by<T: Element, O: Op<T>>(
    memory: &Memory,
    tag: O,
    seed: T,
    combine: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Result<Vec<T>, ErrorKind> {
    let copy;
    let elements = match memory.neighbours::<T>() {
        Some(elements) => elements,
        None => {
            copy = memory.to_vec::<T>()?;
            &copy
        }
    };
    chained(elements, tag, seed, combine).map_err(|_| ErrorKind::Allocation {
        len: elements.len(),
        element: size_of::<T>(),
    })
}

fn chained<T: Element, O: Op<T>>(
    elements: &[T],
    tag: O,
    seed: T,
    combine: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Result<Vec<T>, Fault> {
    let run = Run::parallel(elements.len(), COST).ordered();
    let chain = run.chain((seed, ()))?;
    let ((prefixes, ()), _) = run.blocks((Fresh::<T>::named("scan"), ()), |block, out| {
        let (exclusive, ()) = chain.exclusive_prefix(
            block,
            || {
                let mut aggregate = Fold::<T, O, LANES>::new(tag);
                let lanes = Lanes::<LANES>::when(aggregate.commutes());
                block.lanes(lanes, (elements, ()), &mut (), |_, lane, (x, ()), ()| {
                    aggregate.push(lane, x, combine);
                    Ok(())
                })?;
                Ok((aggregate.partial(combine), ()))
            },
            |(prefix, ()), (aggregate, ())| (aggregate.join(prefix, combine), ()),
        )?;
        let mut state = Steps::<T, O, LANES>::new(tag, exclusive);
        let mut carry = BlockAggregate::<T, O, LANES>::new(tag, block);
        let lanes = Lanes::<LANES>::in_order(carry.commutes());
        block.lanes(lanes, (elements, ()), out, |_, lane, (x, ()), (_, ())| {
            carry.push(lane, x, combine);
            Ok((state.through(lane, x, combine), ()))
        })?;
        chain.publish(block, || {
            (carry.inclusive_prefix(exclusive, state.all(), combine), ())
        });
        Ok(())
    })?;
    Ok(prefixes)
}
