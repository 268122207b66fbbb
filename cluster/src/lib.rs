#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "report")]
mod alternative;
mod clustering;
mod condensed;
mod costs;
mod exact;
pub mod graph;
mod greedy;
#[cfg(any(feature = "microlp", feature = "coin_cbc"))]
mod ilp;
mod legality;
mod linear;
mod objective;
#[cfg(feature = "operations")]
pub mod operations;
mod packing;
mod pairs;
mod partition;
mod parts;
mod problem;
mod search;
mod separate;
mod sorted;
mod state;
mod strategies;
mod task;
mod unintrusive;

use std::fmt::Debug;
use std::time::Duration;

#[cfg(feature = "report")]
pub use alternative::{Alternative, next_best, together};
pub use clustering::Clustering;
pub use costs::{Bytes, COSTS, Contract, Cost, Locality, Messages, Paper, Traffic, Weighted, cost};
pub use exact::optimal;
pub use graph::Rules;
pub use legality::{Violation, check};
pub use objective::{Charge, Objective, Term};
pub use pairs::Fusible;
pub use separate::separate;
pub use strategies::{DEFAULT, PARTITIONERS, STRATEGIES, strategy};

use graph::Graph;

/// A way to cluster.
pub trait Strategy: Debug + Sync {
    /// Its name in `#[cnf(strategy = "…")]` and in plans.
    fn name(&self) -> &'static str;

    /// The name that it had before, which is still understood.
    fn former_name(&self) -> Option<&'static str> {
        None
    }

    /// The rules it wants the graph built by.
    fn rules(&self) -> Rules;

    /// Clusters a graph. The result is legal and the same on every run.
    fn cluster(&self, graph: &Graph, cost: &dyn Cost, limit: Limit) -> Solution;

    /// Returns true if it looks for the clustering that costs least.
    fn minimises(&self) -> bool {
        false
    }

    /// Returns true if loops may compute something later than its cluster says, or again, to keep
    /// it out of memory. The strategies that others are measured against fuse exactly what their
    /// clusters say.
    fn may_repeat(&self) -> bool {
        false
    }
}

/// The limit of a strategy's search.
///
/// Work is counted in steps, not in seconds, so that a program gets the same plan on a slow machine
/// and on a fast one; the time is a last resort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of steps of search.
    pub steps: u64,
    /// After how long it must stop even so.
    pub time: Duration,
}

impl Limit {
    /// About so many seconds in a build without optimisation, and never more
    /// than five times as long.
    pub fn seconds(seconds: f64) -> Self {
        const STEPS_A_SECOND: f64 = 5e6;
        let seconds = if seconds.is_finite() {
            seconds.clamp(0.0, 1e6)
        } else {
            0.0
        };
        Self {
            steps: (seconds * STEPS_A_SECOND) as u64,
            time: Duration::from_secs_f64(5.0 * seconds),
        }
    }
}

impl Default for Limit {
    /// About two seconds.
    fn default() -> Self {
        Self::seconds(2.0)
    }
}

/// A solver of the exact strategies. All give the same clustering if they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Solver {
    /// Our own branch and bound: the one that strategies use first.
    #[default]
    Search,
    /// Integer linear programming with `microlp`: the second opinion.
    #[cfg(feature = "microlp")]
    Microlp,
    /// Integer linear programming with Coin's CBC, which must be installed:
    /// strategies go on with it where the search has given up.
    #[cfg(feature = "coin_cbc")]
    CoinCbc,
}

/// A clustering and the facts that are known of it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The clustering.
    pub clustering: Clustering,
    /// Its cost.
    pub objective: u64,
    /// No legal clustering of the graph costs less than this.
    pub lower_bound: u64,
    /// The time of the search.
    pub time: Duration,
}

impl Solution {
    /// Returns true if the clustering is known to be one of the cheapest.
    pub fn is_optimal(&self) -> bool {
        self.objective <= self.lower_bound
    }

    /// The cheaper of two, this one if they cost the same, with what is known
    /// of either.
    #[cfg(feature = "coin_cbc")]
    fn or(self, other: Self) -> Self {
        let lower_bound = self.lower_bound.max(other.lower_bound);
        let time = self.time + other.time;
        let cheaper = match other.objective < self.objective {
            true => other,
            false => self,
        };
        Self {
            lower_bound,
            time,
            ..cheaper
        }
    }
}
