//! The memory of a program's arrays, for costs that count it.

use super::uses::{Position, node_of, positions};
use super::{Access, Base, End, Memory};
use crate::ir::{ArrayId, Count, Program};
use crate::ordered::ToList;
use crate::size::{Size, SizeKind, Sizes};

/// The elements of an array of which only the program's user knows how many there are. Arrays are
/// compared by it, so that an array of all pairs counts as many times one of its sides.
const MANY: u64 = 1000;

/// The largest estimate: costs are sums, which must not overflow.
const MOST: u64 = 1_000_000_000_000;

/// The bytes of an element. Costs are about arrays as a whole, whatever is in them.
const ELEMENT: u64 = 8;

/// Finds the memory of a program: each array has a base of its own, which is read and written as a
/// whole.
pub(super) fn memory(program: &Program, sizes: &Sizes) -> Memory {
    let mut memory = Memory::default();
    for (array, description) in program.arrays.iter() {
        let producer = program.producer(array).map(node_of);
        let survives = producer.is_none()
            || description.home.is_some()
            || program.result.arrays().contains(&array);
        memory.bases.push(Base {
            label: description.name.to_string(),
            creator: producer,
            end: match survives {
                true => End::Survives,
                false => End::LastRead,
            },
        });
        let reads = |(read, position): &(ArrayId, Position)| {
            *read == array && *position != Position::Length
        };
        let readers = program.bindings.iter();
        let readers = readers.filter(|(_, binding)| positions(&binding.op).iter().any(reads));
        memory.accesses.push(Access {
            base: memory.bases.len() - 1,
            bytes: ELEMENT * elements(sizes, &sizes.count(array)),
            readers: readers.map(|(id, _)| node_of(id)).list(),
            writers: producer.into_iter().list(),
        });
    }
    memory
}

/// An estimate of a number of elements.
fn elements(sizes: &Sizes, size: &Size) -> u64 {
    let estimate = match size {
        Size::Var(var) => match sizes.kind(*var) {
            SizeKind::Named(Count::Literal(count)) => *count as u64,
            SizeKind::Named(_) | SizeKind::Rigid(..) | SizeKind::Unification => MANY,
        },
        Size::Product(shape) => {
            let axes = shape.axes().iter().map(|axis| elements(sizes, axis));
            axes.fold(1, u64::saturating_mul)
        }
        Size::Section { of, less, by } => {
            let left = elements(sizes, of).saturating_sub(*less as u64);
            left.div_ceil((*by).max(1) as u64)
        }
    };
    estimate.min(MOST)
}
