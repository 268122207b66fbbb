//! Memory that only a graph has, and that its updates use: while they do, nobody else gets a handle on
//! it.

use std::sync::{Arc, MutexGuard};

use crate::graph::{Arg, Graph};
use crate::node::{Node, State};
use crate::program::{Program, Task};
use crate::storage::Memory;
use crate::values::Values;

/// Nodes whose memory was taken. Other threads wait at their locks until it is used.
pub(crate) struct Taken<'n>(Vec<(usize, MutexGuard<'n, State>)>);

impl<'n> Taken<'n> {
    /// Takes the memory in which updates of a program may write. A node that another thread looks at
    /// keeps its memory, and the update then writes a second array.
    pub(crate) fn of(
        graph: &Graph,
        program: &Program,
        sources: &'n [(usize, Arc<Node>)],
        leaves: &[Memory],
    ) -> Taken<'n> {
        let mut taken = Taken(Vec::new());
        if is_elsewhere() {
            return taken;
        }
        let updates = program.tasks.iter().flat_map(|task| match task {
            Task::Loop(own) => &own.in_place[..],
            Task::With {
                steps,
                is_in_place: true,
            } => &steps[..1],
            _ => &[],
        });
        let bases = updates.filter_map(|step| match graph.steps[*step].args[0] {
            Arg::Leaf(leaf) => Some(&leaves[leaf].storage),
            _ => None,
        });
        for base in bases {
            for (leaf, node) in sources {
                if Arc::ptr_eq(&leaves[*leaf].storage, base)
                    && let Some(mut state) = node.try_state()
                    && matches!(*state, State::Memory(_))
                {
                    *state = State::Taken;
                    taken.0.push((*leaf, state));
                }
            }
        }
        taken
    }

    /// Returns true if an update has used some of the memory.
    pub(crate) fn is_used(&self, values: &Values<'_>) -> bool {
        self.0
            .iter()
            .any(|(leaf, _)| values.leaves[*leaf].is_none())
    }

    /// Gives the nodes their memory back, as far as no update has used it.
    pub(crate) fn give_back(self, values: &Values<'_>) {
        for (leaf, mut state) in self.0 {
            if let Some(memory) = &values.leaves[leaf] {
                *state = State::Memory(memory.clone());
            }
        }
    }
}

/// Returns true if the loops of this thread are done on a device, which may fail behind any loop.
fn is_elsewhere() -> bool {
    #[cfg(feature = "ocl")]
    return crate::ocl::is_chosen();
    #[cfg(not(feature = "ocl"))]
    false
}
