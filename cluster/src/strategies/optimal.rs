//! The best clustering there is.

use crate::graph::Graph;
use crate::{Cost, Limit, Rules, Solution, Solver, Strategy, optimal};

/// The optimum of the objective over all legal clusterings.
///
/// Where our own search gives up, Coin's CBC goes on, if it was asked for (feature `coin_cbc`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Optimal {
    name: &'static str,
    former_name: &'static str,
    rules: Rules,
}

/// The paper's rules.
pub(super) const PAPER: Optimal = Optimal {
    name: "paper",
    former_name: "robinson",
    rules: Rules::Paper,
};

/// Our wider ones.
pub(super) const OPTIMAL: Optimal = Optimal {
    name: "optimal",
    former_name: "ilp",
    rules: Rules::Wider,
};

impl Strategy for Optimal {
    fn name(&self) -> &'static str {
        self.name
    }

    fn former_name(&self) -> Option<&'static str> {
        Some(self.former_name)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, limit: Limit) -> Solution {
        let found = optimal(graph, cost, Solver::default(), limit);
        #[cfg(feature = "coin_cbc")]
        if !found.is_optimal() {
            return found.or(optimal(graph, cost, Solver::CoinCbc, limit));
        }
        found
    }

    fn minimises(&self) -> bool {
        true
    }

    fn may_repeat(&self) -> bool {
        self.rules == Rules::Wider
    }
}
