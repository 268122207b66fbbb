//! The pairs of nodes that could share a loop.

use crate::graph::paths::Paths;
use crate::graph::{Graph, NodeId, Role};

/// The pairs that could be fused if nothing else were: no preventing path
/// between them (Robinson, section 4.3.1), and sizes equal or joined through
/// transducers that could themselves be fused (`check` of section 4.4.2).
#[derive(Clone, Debug)]
pub struct Fusible {
    n: usize,
    pairs: Vec<bool>,
}

impl Fusible {
    /// Finds the fusible pairs of a graph.
    pub fn of(graph: &Graph) -> Self {
        Self::with_paths(graph, &Paths::of(graph))
    }

    /// Finds the fusible pairs of a graph whose paths are known.
    pub fn with_paths(graph: &Graph, paths: &Paths) -> Self {
        let n = graph.nodes.len();
        let mut fusible = Self {
            n,
            pairs: vec![false; n * n],
        };
        // Transducers come before the nodes they lead to, so whatever a pair
        // is asked to be joined through has been decided before it.
        for j in graph.ids() {
            for i in (0..=j.0).map(NodeId) {
                let (role_i, role_j) = (graph.node(i).role, graph.node(j).role);
                let yes = role_i.shares()
                    && role_j.shares()
                    && !paths.prevented(i, j)
                    && (role_i == Role::Anywhere
                        || role_j == Role::Anywhere
                        || graph.node(i).size == graph.node(j).size
                        || fusible.joined(graph, paths, i, j)
                        || fusible.joined(graph, paths, j, i));
                fusible.set(i, j, yes);
            }
        }
        for &(i, j) in &graph.apart {
            fusible.set(i, j, false);
        }
        fusible
    }

    /// Returns true if `i` can be joined to `j` through all of `i`'s transducers.
    fn joined(&self, graph: &Graph, paths: &Paths, i: NodeId, j: NodeId) -> bool {
        let transducers = &graph.node(i).transducers;
        !transducers.is_empty()
            && transducers
                .iter()
                .all(|&via| !paths.prevented(via, i) && self.fusible(via, j))
    }

    fn set(&mut self, i: NodeId, j: NodeId, yes: bool) {
        self.pairs[i.0 * self.n + j.0] = yes;
        self.pairs[j.0 * self.n + i.0] = yes;
    }

    /// Returns true if two nodes could share a loop. A loop node could with itself.
    pub fn fusible(&self, a: NodeId, b: NodeId) -> bool {
        self.pairs[a.0 * self.n + b.0]
    }

    /// All fusible pairs of different nodes, the smaller first, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        (0..self.n).flat_map(move |i| {
            (i + 1..self.n)
                .map(move |j| (NodeId(i), NodeId(j)))
                .filter(|&(i, j)| self.fusible(i, j))
        })
    }
}
