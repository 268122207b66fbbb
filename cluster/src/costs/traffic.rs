//! The bytes that a memory with caches moves.

use super::{Cost, charge_reads, charge_writes, users};
use crate::graph::{Access, Graph, NodeId};
use crate::objective::Objective;
use crate::pairs::Fusible;
use crate::sorted::sort_and_dedup;

/// The bytes of the bases that clusters read and write.
///
/// As [`Bytes`](super::Bytes), but each base counts once a cluster for reading and once for
/// writing, by its largest view there: shifted views of one grid are one pass over memory. That is
/// exact where views of a base differ by shifts alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Traffic;

impl Cost for Traffic {
    fn name(&self) -> &'static str {
        "traffic"
    }

    fn objective(&self, graph: &Graph, _: &Fusible) -> Objective {
        let mut objective = Objective::default();
        let users = users(graph);
        for (index, base) in graph.memory.bases.iter().enumerate() {
            let accesses = graph.memory.accesses.iter();
            let accesses: Vec<&Access> = accesses.filter(|access| access.base == index).collect();
            let mut sizes: Vec<u64> = accesses.iter().map(|access| access.bytes).collect();
            sort_and_dedup(&mut sizes);
            // The largest of some views is the sum, over all sizes from small to large, of what
            // each adds to the one before, for those sizes that one of the views reaches.
            let mut below = 0;
            for size in sizes {
                let weight = size - below;
                below = size;
                let reach = accesses.iter().filter(|access| access.bytes >= size);
                let readers: Vec<NodeId> = reach
                    .clone()
                    .flat_map(|access| access.readers.clone())
                    .collect();
                let writers: Vec<NodeId> =
                    reach.flat_map(|access| access.writers.clone()).collect();
                charge_reads(&mut objective, base, &readers, weight);
                charge_writes(&mut objective, base, &writers, &users[index], weight);
            }
        }
        objective.merged()
    }
}
