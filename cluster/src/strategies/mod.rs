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

/// All strategies: the only place that names them.
pub const STRATEGIES: &[&dyn Strategy] = &[
    &unfused::Unfused,
    &stream::Stream,
    &imperative::Imperative,
    &linear::Linear,
    &greedy::Greedy,
    &optimal::PAPER,
    &optimal::OPTIMAL,
];

/// The strategy of a program that names none.
pub const DEFAULT: &dyn Strategy = &optimal::OPTIMAL;

/// Looks a strategy up by its name, or by the name that it had before.
pub fn strategy(name: &str) -> Option<&'static dyn Strategy> {
    let mut all = STRATEGIES.iter().copied();
    all.find(|strategy| strategy.name() == name || strategy.former_name() == Some(name))
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
