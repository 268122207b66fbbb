//! Fusion as in imperative compilers: loops of one size fuse with each other.

use std::time::Instant;

use crate::exact::solve;
use crate::graph::{Graph, NodeId};
use crate::task::Task;
use crate::{Cost, Limit, Rules, Solution, Solver, Strategy};

/// The best clustering without fusion across sizes: what integer linear
/// programming found before filters took part (Megiddo and Sarkar; Robinson's
/// "best imperative system").
#[derive(Clone, Copy, Debug)]
pub(super) struct Imperative;

impl Strategy for Imperative {
    fn name(&self) -> &'static str {
        "imperative"
    }

    fn rules(&self) -> Rules {
        Rules::Paper
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, limit: Limit) -> Solution {
        let start = Instant::now();
        let same_size = |a: NodeId, b: NodeId| graph.node(a).size == graph.node(b).size;
        let task = Task::new(graph, cost, &same_size);
        let found = solve(&task, Solver::default(), limit);
        Solution {
            objective: task.objective.price(graph, &found.clustering),
            clustering: found.clustering,
            // Proven for clusterings of one size only.
            lower_bound: super::floor(&task.objective),
            time: start.elapsed(),
        }
    }
}
