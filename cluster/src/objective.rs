//! Objectives: costs of the clusterings of one graph, as sums of terms.

use super::Clustering;
use crate::graph::{Graph, NodeId};
use crate::sorted::sort_and_dedup;

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
        sort_and_dedup(&mut seen);
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
    /// Adds a charge to the objective. Members may come in any order, and repeatedly.
    pub fn charge(&mut self, mut members: Vec<NodeId>, weight: u64, charge: Charge) {
        sort_and_dedup(&mut members);
        if members.len() > 1 && weight > 0 {
            self.terms.push(Term {
                members,
                weight,
                charge,
            });
        }
    }

    /// Makes one of all terms that charge the same members for the same event.
    #[must_use]
    pub fn merged(mut self) -> Self {
        self.terms.sort_unstable_by(|a, b| {
            (a.members.len(), &a.members, a.charge).cmp(&(b.members.len(), &b.members, b.charge))
        });
        self.terms.dedup_by(|next, kept| {
            let same = (&next.members, next.charge) == (&kept.members, kept.charge);
            if same {
                kept.weight += next.weight;
            }
            same
        });
        self
    }

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
