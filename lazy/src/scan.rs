//! Scans by operators of users: loops of their own, by the chains of the runtime of `cnf!`.

use fusus_cpu::{BlockAggregate, Fault, Fold, Fresh, Lanes, Run, Steps, op};

use crate::element::Element;
use crate::error::ErrorKind;
use crate::operation::Operation;
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
        other => unreachable!("`{other:?}` is no scan by an operator of the user"),
    };
    Ok(Memory::of(buffer))
}

/// All prefixes of an array, by an operator of which nothing is known.
pub(crate) fn by<T: Element>(
    memory: &Memory,
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
    chained(elements, seed, combine).map_err(|_| ErrorKind::Allocation {
        len: elements.len(),
        element: size_of::<T>(),
    })
}

fn chained<T: Element>(
    elements: &[T],
    seed: T,
    combine: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Result<Vec<T>, Fault> {
    let run = Run::parallel(elements.len(), COST).ordered();
    let chain = run.chain(seed)?;
    let ((prefixes, ()), _) = run.blocks((Fresh::<T>::named("scan"), ()), |block, out| {
        let exclusive = chain.exclusive_prefix(
            block,
            || {
                let mut aggregate = Fold::<T, _, LANES>::new(op::Other);
                let lanes = Lanes::<LANES>::when(aggregate.commutes());
                block.lanes(lanes, (elements, ()), &mut (), |_, lane, (x, ()), ()| {
                    aggregate.push(lane, x, combine);
                    Ok(())
                })?;
                Ok(aggregate.partial(combine))
            },
            |prefix, aggregate| aggregate.join(prefix, combine),
        )?;
        let mut state = Steps::<T, _, LANES>::new(op::Other, exclusive);
        let mut carry = BlockAggregate::<T, _, LANES>::new(op::Other, block);
        let lanes = Lanes::<LANES>::in_order(carry.commutes());
        block.lanes(lanes, (elements, ()), out, |_, lane, (x, ()), (_, ())| {
            carry.push(lane, x, combine);
            Ok((state.through(lane, x, combine), ()))
        })?;
        chain.publish(block, || {
            carry.inclusive_prefix(exclusive, state.all(), combine)
        });
        Ok(())
    })?;
    Ok(prefixes)
}
