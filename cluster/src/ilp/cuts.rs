//! The constraints that are added when a solution breaks them.

use super::model::{AtMost, Model, Side, TOLERANCE};
use crate::problem::Problem;
use crate::state::bit;

/// At most so many constraints a round: more slow the solver down for little.
const MOST: usize = 400;

/// x_ik ≤ x_ij + x_jk: i and k share a cluster if both share j's.
/// With x_ik = 1 (i and k can't be fused): 1 ≤ x_ij + x_jk.
pub(super) fn broken_triangles(model: &Model<'_, '_>, values: &[f64]) -> Vec<AtMost> {
    let m = model.len();
    let mut broken = Vec::new();
    for j in 0..m {
        let near: Vec<usize> = (0..m)
            .filter(|&i| i != j && is_open(model, i, j))
            .filter(|&i| model.x(i, j).value(values) < 1.0 - TOLERANCE)
            .collect();
        for (index, &i) in near.iter().enumerate() {
            for &k in &near[index + 1..] {
                let long = model.x(i, k);
                let short = [model.x(i, j), model.x(j, k)];
                let sum: f64 = short.iter().map(|side| side.value(values)).sum();
                let by = long.value(values) - sum;
                if by > TOLERANCE {
                    broken.push((by, AtMost::sum(long, &short)));
                }
            }
        }
    }
    // The worst first; the sort is stable, so the choice is the same each run.
    broken.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    broken.truncate(MOST);
    broken.into_iter().map(|(_, cut)| cut).collect()
}

fn is_open(model: &Model<'_, '_>, i: usize, j: usize) -> bool {
    matches!(model.x(i, j), Side::Variable(_))
}

/// Returns cuts for the constraints that an integral solution breaks: triangles, or, if it keeps
/// them all and so is a partition, cycles of clusters.
pub(super) fn broken_by_integers(
    problem: &Problem<'_>,
    model: &Model<'_, '_>,
    values: &[f64],
) -> Vec<AtMost> {
    let triangles = broken_triangles(model, values);
    if !triangles.is_empty() {
        return triangles;
    }
    broken_cycles(problem, model, values)
}

/// Let u_1 → v_1, …, u_n → v_n be paths and v_t and u_{t+1} be in one cluster
/// for each t (v_n with u_1). Then all of them are, or the clusters form a
/// cycle. So for each t
///
/// x_{u_t v_t} ≤ Σ_s x_{v_s u_{s+1}}
///
/// where x_ii = 0. Of these the shortest cycle through each cluster is added.
/// With n = 1 this says that whatever lies on a path within a cluster is in it.
fn broken_cycles(problem: &Problem<'_>, model: &Model<'_, '_>, values: &[f64]) -> Vec<AtMost> {
    let m = model.len();
    let together = |i: usize, j: usize| model.x(i, j).value(values) < 0.5;
    let cluster: Vec<usize> = (0..m)
        .map(|i| (0..m).find(|&j| together(i, j)).unwrap_or(i))
        .collect();
    // An edge of the clusters' graph, with the path u → v that makes it.
    let mut edges: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); m];
    for u in 0..m {
        for v in 0..m {
            if cluster[u] != cluster[v] && problem.root.reach[u] & bit(v) != 0 {
                edges[cluster[u]].push((cluster[v], u, v));
            }
        }
    }
    let mut cuts: Vec<AtMost> = Vec::new();
    for start in 0..m {
        let Some(cycle) = shortest_cycle(&edges, start) else {
            continue;
        };
        let links: Vec<Side> = (0..cycle.len())
            .map(|t| model.x(cycle[t].1, cycle[(t + 1) % cycle.len()].0))
            .collect();
        for &(u, v) in &cycle {
            let cut = AtMost::sum(model.x(u, v), &links);
            if !cuts.contains(&cut) {
                cuts.push(cut);
            }
        }
    }
    cuts
}

/// The paths (u, v) along a shortest cycle of clusters through `start`.
fn shortest_cycle(
    edges: &[Vec<(usize, usize, usize)>],
    start: usize,
) -> Option<Vec<(usize, usize)>> {
    let mut came = vec![None; edges.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for &(to, u, v) in &edges[at] {
            if came[to].is_none() {
                came[to] = Some((at, u, v));
                queue.push_back(to);
            }
        }
        if came[start].is_some() {
            break;
        }
    }
    let mut cycle = Vec::new();
    let mut at = start;
    loop {
        let (before, u, v) = came[at]?;
        cycle.push((u, v));
        at = before;
        if at == start {
            break;
        }
    }
    cycle.reverse();
    Some(cycle)
}
