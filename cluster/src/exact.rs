//! Exact clustering: reduce, split into components, search each, join.

use std::time::Instant;

use super::condensed::Condensed;
use super::greedy::{self, greedy};
use super::linear::linear;
use super::parts;
use super::problem::Problem;
use super::search::{Found, Fuel, search};
use super::state::Mask;
use super::task::{Answer, Task, cheaper, classes};
use super::unintrusive::unintrusive;
use super::{Clustering, Cost, Fusible, Limit, Solution, Solver, check};
use crate::graph::{Graph, NodeId};
use crate::sorted::sort;

/// Finds the cheapest legal clustering by the given solver, within the limit;
/// of those the one with the lexicographically smallest
/// [`Clustering::representatives`].
pub fn optimal(graph: &Graph, cost: &dyn Cost, solver: Solver, limit: Limit) -> Solution {
    let start = Instant::now();
    let task = Task::new(graph, cost, &|_, _| true);
    let found = match task.is_large() {
        true => solve_condensed(&task, solver, limit),
        false => solve(&task, solver, limit),
    };
    Solution {
        objective: task.objective.price(graph, &found.clustering),
        clustering: found.clustering,
        lower_bound: found.lower_bound,
        time: start.elapsed(),
    }
}

/// Solves a task in which all may share clusters, after those merges that no optimum needs to undo.
fn solve_condensed(task: &Task<'_>, solver: Solver, limit: Limit) -> Answer {
    let merged = unintrusive(task.graph, &task.fusible, &task.objective).clustering();
    let Some(condensed) = Condensed::new(task.graph, &task.objective, &merged) else {
        return solve(task, solver, limit);
    };
    let inner = Task {
        graph: &condensed.graph,
        fusible: Fusible::of(&condensed.graph),
        objective: condensed.objective.clone(),
        allowed: &|_, _| true,
    };
    let found = solve(&inner, solver, limit);
    let clustering = condensed.expand(task.graph, &found.clustering);
    Answer {
        clustering: cheaper(task, clustering, quick(task)),
        lower_bound: found.lower_bound,
    }
}

/// The cheapest clustering that quick strategies find.
fn quick(task: &Task<'_>) -> Clustering {
    let merged = greedy(task.graph, &task.objective, task.allowed).clustering();
    let running = linear(task.graph);
    let allowed = |cluster: &Vec<NodeId>| {
        let mut pairs = cluster.iter().enumerate();
        pairs.all(|(index, &b)| cluster[..index].iter().all(|&a| (task.allowed)(a, b)))
    };
    if !running.clustering().clusters().iter().all(allowed) {
        return merged;
    }
    let then = greedy::from(running, &task.objective, task.allowed).clustering();
    cheaper(task, merged, then)
}

/// Solves a task.
pub(super) fn solve(task: &Task<'_>, solver: Solver, limit: Limit) -> Answer {
    let mut fuel = Fuel::new(limit);
    let sharing = task.sharing();
    if sharing.len() > Mask::BITS as usize {
        return parts::solve(task, &sharing, quick(task), &mut fuel);
    }
    let start = greedy(task.graph, &task.objective, task.allowed).clustering();
    let problem = Problem::new(
        task.graph,
        sharing,
        &task.fusible,
        &task.objective,
        task.allowed,
    );
    let start_classes = classes(&problem, &start);
    let components = problem.components();
    let everything: Vec<usize> = {
        let mut nodes = components.concat();
        sort(&mut nodes);
        nodes
    };

    #[cfg(not(any(feature = "microlp", feature = "coin_cbc")))]
    let Solver::Search = solver;
    #[cfg(any(feature = "microlp", feature = "coin_cbc"))]
    if solver != Solver::Search {
        let program = super::ilp::solve(&problem, solver, limit);
        let mut found = start_classes;
        if let Some(classes) = program.classes {
            found = super::search::first_of_equals(&problem, &everything, &classes, &mut fuel);
        }
        return Answer {
            clustering: cheaper(task, problem.clustering(&found), start),
            lower_bound: program.lower_bound,
        };
    }

    // Different components pay nothing for separate clusters, so solving
    // each component by itself gives a lower bound, and the optimum if it is
    // legal: clusters of different components may yet form a cycle.
    let mut separately = problem.root.class.clone();
    let mut lower_bound = problem.fixed;
    for component in &components {
        let found = search(&problem, component, &start_classes, &mut fuel);
        for &node in component {
            separately[node] = found.classes[node];
        }
        lower_bound += found.lower_bound;
    }
    let clustering = problem.clustering(&separately);
    if check(task.graph, &clustering).is_ok() {
        return Answer {
            clustering: cheaper(task, clustering, start),
            lower_bound,
        };
    }
    let Found {
        classes,
        lower_bound: together,
    } = search(&problem, &everything, &start_classes, &mut fuel);
    Answer {
        clustering: cheaper(task, problem.clustering(&classes), start),
        lower_bound: lower_bound.max(problem.fixed + together),
    }
}
