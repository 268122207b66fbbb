//! The arrays that exist in memory, and their homes.
//!
//! An array is contracted if everything that uses it shares the loop that makes it (Robinson,
//! section 4.2: `c_i = 0`) and the program does not return it.

use crate::graph::uses::{Position, positions};
use crate::ir::{Arena, ArrayId, BindingId, Count, Op, Origin, Program};
use crate::nest::Storage;

/// Decides for every array.
pub(super) fn decide(program: &Program, clusters: &[Vec<BindingId>]) -> Arena<ArrayId, Storage> {
    // Holds if a loop that has the one computes the other too.
    let shares = |with: BindingId, made: BindingId| {
        let mut with = clusters.iter().filter(|cluster| cluster.contains(&with));
        with.all(|cluster| cluster.contains(&made))
    };
    let returned = program.result.arrays();
    let mut storage = Arena::new();
    for (id, array) in program.arrays.iter() {
        let producer = match &array.origin {
            Origin::Input(input) => {
                storage.push(Storage::Input(Box::new(input.host.clone()), input.mutable));
                continue;
            }
            Origin::Output(producer, _) => *producer,
        };
        storage.push(match &program.bindings[producer].op {
            Op::Conform { arg, .. } | Op::Reshape { arg, .. } => Storage::Alias(*arg),
            Op::External { .. } => Storage::Host,
            op => {
                let outside = program.bindings.iter().any(|(reader, binding)| {
                    positions(&binding.op).iter().any(|(read, position)| {
                        *read == id
                            && match position {
                                Position::Streamed => !shares(reader, producer),
                                Position::Complete(_) => true,
                                Position::Length => false,
                            }
                    })
                });
                let needed = outside || returned.contains(&id) || is_scatter(op);
                match array.home {
                    Some(home) => {
                        // Of several versions written by one loop only the
                        // last one reaches memory.
                        let overwritten = program.arrays.iter().any(|(later, other)| {
                            later > id
                                && other.home == Some(home)
                                && program
                                    .producer(later)
                                    .is_some_and(|writer| shares(writer, producer))
                        });
                        if overwritten && !needed {
                            Storage::Contracted
                        } else {
                            Storage::InPlace(home)
                        }
                    }
                    None if needed => Storage::Fresh,
                    None => Storage::Contracted,
                }
            }
        });
    }
    storage
}

/// Returns true if the vector of an array may be that of the scatter into it: nothing else uses the
/// array, not even its length.
pub(super) fn is_given_away(
    program: &Program,
    storage: &Arena<ArrayId, Storage>,
    array: ArrayId,
) -> bool {
    let producer = program.producer(array).map(|id| &program.bindings[id].op);
    // The lengths of the results of filters and externals are asked of these arrays.
    let has_known_length =
        producer.is_some_and(|op| !matches!(op, Op::Filter { .. } | Op::External { .. }));
    if !has_known_length || !matches!(storage[array], Storage::Fresh) {
        return false;
    }
    let uses = program.bindings.values().map(|binding| {
        let op = &binding.op;
        let indexed = op.hosts().into_iter().flat_map(|host| &host.arrays);
        let measured = matches!(op.count(), Some(Count::Length(of)) if *of == array);
        let used = op
            .args()
            .iter()
            .chain(indexed)
            .filter(|used| **used == array)
            .count();
        (op, used + usize::from(measured))
    });
    let by_result = program.result.arrays().contains(&array)
        || program
            .result
            .hosts()
            .iter()
            .any(|host| host.arrays.contains(&array));
    let mut used = uses.filter(|(_, used)| *used > 0);
    let (Some((op, 1)), None, false) = (used.next(), used.next(), by_result) else {
        return false;
    };
    matches!(op, Op::Scatter { dest, .. } if *dest == array)
}

fn is_scatter(op: &Op) -> bool {
    matches!(op, Op::Scatter { .. })
}
