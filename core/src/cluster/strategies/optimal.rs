//! The best clustering there is.

use std::time::Instant;

use crate::cluster::exact::{Task, solve};
use crate::cluster::{Cost, Limit, Rules, Solution, Strategy};
use crate::graph::Graph;

/// The optimum of the objective over all legal clusterings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Optimal {
    name: &'static str,
    rules: Rules,
}

/// The paper's rules.
pub(super) const ROBINSON: Optimal = Optimal {
    name: "robinson",
    rules: Rules::Paper,
};

/// Our wider ones.
pub(super) const ILP: Optimal = Optimal {
    name: "ilp",
    rules: Rules::Wider,
};

impl Strategy for Optimal {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, limit: Limit) -> Solution {
        let start = Instant::now();
        let task = Task::new(graph, cost, &|_, _| true);
        let found = solve(&task, limit);
        Solution {
            objective: task.objective.price(graph, &found.clustering),
            clustering: found.clustering,
            lower_bound: found.lower_bound,
            time: start.elapsed(),
        }
    }
}
