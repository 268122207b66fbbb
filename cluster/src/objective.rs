//! The costs of clusterings.

use std::fmt::Debug;

use super::{Clustering, Fusible};
use crate::graph::{Graph, NodeId};

/// The event that a term charges for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Charge {
    /// Its weight once, unless all members share one cluster: an array that is
    /// not contracted.
    Unless,
    /// Its weight for every cluster with a member beyond the first: memory
    /// read again by each loop.
    PerExtraCluster,
}

/// A part of the objective.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// Two nodes or more, ascending.
    pub members: Vec<NodeId>,
    /// The price.
    pub weight: u64,
    /// The event that is charged.
    pub charge: Charge,
}

impl Term {
    /// Prices the term for the clusters of nodes with equal labels.
    pub fn price(&self, labels: &[usize]) -> u64 {
        let mut seen: Vec<usize> = self.members.iter().map(|m| labels[m.0]).collect();
        seen.sort_unstable();
        seen.dedup();
        match (self.charge, seen.len()) {
            (_, 0 | 1) => 0,
            (Charge::Unless, _) => self.weight,
            (Charge::PerExtraCluster, clusters) => self.weight * (clusters as u64 - 1),
        }
    }
}

/// A cost as a sum of terms. Every term falls or stays when clusters merge, so
/// the whole does too, which weighted subroutine partition asks of a cost
/// (Kristensen et al., definition 6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objective {
    /// The part of the cost that every clustering pays.
    pub fixed: u64,
    /// The part that depends on the clustering.
    pub terms: Vec<Term>,
}

impl Objective {
    /// Prices a clustering.
    pub fn price(&self, graph: &Graph, clustering: &Clustering) -> u64 {
        self.price_labels(&clustering.indices(graph))
    }

    /// Prices the clusters of nodes with equal labels.
    pub(crate) fn price_labels(&self, labels: &[usize]) -> u64 {
        let terms = self.terms.iter().map(|term| term.price(labels));
        self.fixed + terms.sum::<u64>()
    }
}

/// A way to price clusterings.
pub trait Cost: Debug {
    /// Its name in `#[cnf(cost = "…")]` and in plans.
    fn name(&self) -> &'static str;

    /// The objective for one graph.
    fn objective(&self, graph: &Graph, fusible: &Fusible) -> Objective;
}

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
        let n = graph.nodes.len();
        let base = graph.weight_base();
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
        let mut terms: Vec<Term> = fusible
            .pairs()
            .map(|(i, j)| Term {
                members: vec![i, j],
                weight: if share[i.0 * n + j.0] { base * base } else { 1 },
                charge: Charge::Unless,
            })
            .collect();
        // N c_i, where no use of i is prevented from fusion (section 4.3.1)
        for array in &graph.arrays {
            let Some(producer) = array.producer else {
                continue;
            };
            let users = &array.readers;
            if !users.is_empty() && users.iter().all(|&user| fusible.fusible(producer, user)) {
                let mut members = users.clone();
                members.push(producer);
                members.sort_unstable();
                members.dedup();
                terms.push(Term {
                    members,
                    weight: base,
                    charge: Charge::Unless,
                });
            }
        }
        Objective { fixed: 0, terms }
    }
}

/// The costs by name, for messages.
pub const COSTS: &[&str] = &["paper"];

/// Looks a cost up by its name, or by the name that it had before.
pub fn cost(name: &str) -> Option<Box<dyn Cost>> {
    match name {
        "paper" | "robinson" => Some(Box::new(Paper)),
        _ => None,
    }
}
