//! The bytes of all views.

use super::{Cost, charge_reads, charge_writes, users};
use crate::graph::Graph;
use crate::objective::Objective;
use crate::pairs::Fusible;

/// The bytes of the views that clusters read and write (Kristensen et al., definition 13, by the
/// letter).
///
/// Each view counts once a cluster for reading, unless the cluster creates its base, and once for
/// writing, unless the cluster frees it. Nine shifted views of one grid count nine times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bytes;

impl Cost for Bytes {
    fn name(&self) -> &'static str {
        "bytes"
    }

    fn objective(&self, graph: &Graph, _: &Fusible) -> Objective {
        let mut objective = Objective::default();
        let users = users(graph);
        for access in &graph.memory.accesses {
            let base = &graph.memory.bases[access.base];
            charge_reads(&mut objective, base, &access.readers, access.bytes);
            charge_writes(
                &mut objective,
                base,
                &access.writers,
                &users[access.base],
                access.bytes,
            );
        }
        objective.merged()
    }
}
