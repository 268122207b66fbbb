//! Robinson's objective.

use super::Cost;
use crate::graph::{Graph, NodeId};
use crate::objective::{Charge, Objective, Term};
use crate::pairs::Fusible;
use crate::sorted::sort_and_dedup;

/// The objective of the paper (Robinson, section 4.2.2): memory traffic before
/// intermediate arrays before loops.
///
/// With N bindings (host scalars not counted), a clustering pays
///
/// * W_ij x_ij for each fusible pair (x_ij = 1 if it is cut): W_ij = N² if i and j share an edge or
///   an input array, 1 if they don't;
/// * N c_i for each array that is not contracted (c_i = 1) although every use of it could have been
///   fused with its producer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Paper;

impl Cost for Paper {
    fn name(&self) -> &'static str {
        "paper"
    }

    fn objective(&self, graph: &Graph, fusible: &Fusible) -> Objective {
        let base = graph.weight_base();
        let terms = pairs(graph, fusible, base * base, 1);
        let terms = terms.into_iter().chain(arrays(graph, fusible, base));
        Objective {
            fixed: 0,
            terms: terms.collect(),
        }
    }
}

/// The terms of all fusible pairs: those that share an edge or an input array have one weight, the
/// others another one.
pub(super) fn pairs(graph: &Graph, fusible: &Fusible, sharing: u64, other: u64) -> Vec<Term> {
    let n = graph.nodes.len();
    let mut share = vec![false; n * n];
    let mut mark = |a: NodeId, b: NodeId| share[a.0.min(b.0) * n + a.0.max(b.0)] = true;
    for edge in &graph.edges {
        mark(edge.from, edge.to);
    }
    for array in &graph.arrays {
        for (index, &a) in array.readers.iter().enumerate() {
            array.readers[..index].iter().for_each(|&b| mark(a, b));
        }
    }
    // W_ij = N² | (i,j) ∈ E;  N² | ∃k. (k,i) ∈ E ∧ (k,j) ∈ E;  1 | otherwise
    let weighed = fusible.pairs().map(|(i, j)| Term {
        members: vec![i, j],
        weight: if share[i.0 * n + j.0] { sharing } else { other },
        charge: Charge::Unless,
    });
    weighed.collect()
}

/// The terms N c_i, where no use of i is prevented from fusion (section 4.3.1).
pub(super) fn arrays(graph: &Graph, fusible: &Fusible, weight: u64) -> Vec<Term> {
    let mut terms = Vec::new();
    for array in &graph.arrays {
        let Some(producer) = array.producer else {
            continue;
        };
        let users = &array.readers;
        if !users.is_empty() && users.iter().all(|&user| fusible.fusible(producer, user)) {
            let mut members = users.clone();
            members.push(producer);
            sort_and_dedup(&mut members);
            terms.push(Term {
                members,
                weight,
                charge: Charge::Unless,
            });
        }
    }
    terms
}
