//! The strategies, from the simplest to the best.

mod greedy;
mod imperative;
mod linear;
mod linear_then_greedy;
mod optimal;
mod stream;
mod unfused;
mod unintrusive;

use std::time::Instant;

use super::{Clustering, Cost, Fusible, Objective, Solution, Strategy};
use crate::graph::Graph;

/// All strategies of `cnf!`: the only place that names them.
pub const STRATEGIES: &[&dyn Strategy] = &[
    &unfused::UNFUSED,
    &stream::Stream,
    &imperative::Imperative,
    &linear::Linear,
    &greedy::Greedy,
    &optimal::PAPER,
    &optimal::OPTIMAL,
];

/// The partitioners of lists of operations (Kristensen et al., section V), from the simplest to the
/// best.
pub const PARTITIONERS: &[&dyn Strategy] = &[
    &unfused::SINGLETON,
    &linear::Linear,
    &unintrusive::Unintrusive,
    &greedy::Greedy,
    &linear_then_greedy::LinearThenGreedy,
    &optimal::OPTIMAL,
];

/// The strategy of a program that names none.
pub const DEFAULT: &dyn Strategy = &optimal::OPTIMAL;

/// Looks a strategy of `cnf!` up by its name, or by the name that it had before.
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
