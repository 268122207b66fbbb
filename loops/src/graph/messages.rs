//! The messages of a program's loops if its arrays are spread over processes, for the cost that counts
//! them.

use super::uses::{Position, node_of, positions};
use super::{Node, NodeId};
use crate::ir::{Binding, Op, Program};

/// Finds the bindings whose loops send messages, one list for each kind:
///
/// 1. every loop ends with a message to all processes;
/// 2. what scans have on the left comes before the loop, that of all in one message;
/// 3. elements at other positions than a loop's own come in one exchange for all reads;
/// 4. values for computed positions go there in one exchange after the loop.
pub(super) fn messages(program: &Program, nodes: &[Node]) -> Vec<Vec<NodeId>> {
    let of_kind = |sends: &dyn Fn(&Binding) -> bool| {
        let mut senders = Vec::new();
        for (id, binding) in program.bindings.iter() {
            let node = node_of(id);
            if nodes[node.0].role.is_loop() && sends(binding) {
                senders.push(node);
            }
        }
        senders
    };
    let scans = |op: &Op| matches!(op, Op::Scan { .. } | Op::Recurrence { .. });
    let scatters = |op: &Op| matches!(op, Op::Scatter { .. });
    vec![
        of_kind(&|_| true),
        of_kind(&|binding| scans(&binding.op)),
        of_kind(&|binding| !scatters(&binding.op) && reads_elsewhere(&binding.op)),
        of_kind(&|binding| scatters(&binding.op)),
    ]
}

/// Returns true if an operation reads elements at other positions than its own.
fn reads_elsewhere(op: &Op) -> bool {
    positions(op)
        .iter()
        .any(|(_, position)| matches!(position, Position::Complete(_)))
}
