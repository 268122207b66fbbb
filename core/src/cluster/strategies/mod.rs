//! The strategies, from the simplest to the best.

mod greedy;
mod imperative;
mod linear;
mod optimal;
mod stream;
mod unfused;

use std::time::Instant;

use super::{Clustering, Cost, Fusible, Objective, Solution, Strategy};
use crate::graph::Graph;

/// The strategies by name, for messages.
pub const STRATEGIES: &[&str] = &[
    "unfused",
    "stream",
    "imperative",
    "linear",
    "greedy",
    "paper",
    "optimal",
];

/// Looks a strategy up by its name, or by the name that it had before.
pub fn strategy(name: &str) -> Option<Box<dyn Strategy>> {
    Some(match name {
        "unfused" => Box::new(unfused::Unfused),
        "stream" => Box::new(stream::Stream),
        "imperative" => Box::new(imperative::Imperative),
        "linear" => Box::new(linear::Linear),
        "greedy" => Box::new(greedy::Greedy),
        "paper" | "robinson" => Box::new(optimal::PAPER),
        "optimal" | "ilp" => Box::new(optimal::OPTIMAL),
        _ => return None,
    })
}

/// The solution of a strategy that proves nothing about the quality of its
/// clustering: all that is known is what every clustering pays.
fn unproven(graph: &Graph, cost: &dyn Cost, clustering: Clustering, start: Instant) -> Solution {
    let objective = cost.objective(graph, &Fusible::of(graph));
    Solution {
        objective: objective.price(graph, &clustering),
        lower_bound: floor(&objective),
        clustering,
        time: start.elapsed(),
    }
}

/// The part of the cost that every clustering pays.
fn floor(objective: &Objective) -> u64 {
    objective.fixed
}
