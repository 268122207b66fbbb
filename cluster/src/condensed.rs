//! Graphs whose nodes are the clusters of another graph.

use super::Clustering;
use super::objective::Objective;
use crate::graph::{Edge, Graph, Node, NodeId, Role};

/// A graph whose nodes are clusters, with the objective in its terms.
#[derive(Debug)]
pub(super) struct Condensed {
    /// The graph of clusters.
    pub(super) graph: Graph,
    /// The costs of its clusterings: as much as those of the nodes.
    pub(super) objective: Objective,
    /// The nodes of each cluster.
    members: Vec<Vec<NodeId>>,
}

impl Condensed {
    /// Makes nodes of the clusters of a legal clustering. `None` where transducers join sizes: a
    /// cluster of several sizes is no node.
    pub(super) fn new(
        graph: &Graph,
        objective: &Objective,
        clustering: &Clustering,
    ) -> Option<Self> {
        if graph.has_transducers() {
            return None;
        }
        let of = clustering.indices(graph);
        let cluster_of = |node: NodeId| NodeId(of[node.0]);
        let members = clustering.clusters().to_vec();
        let mut edges: Vec<Edge> = graph
            .edges
            .iter()
            .map(|edge| Edge {
                from: cluster_of(edge.from),
                to: cluster_of(edge.to),
                kind: edge.kind,
            })
            .filter(|edge| edge.from != edge.to)
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let apart = graph.apart.iter();
        let mut apart: Vec<(NodeId, NodeId)> = apart
            .map(|&(a, b)| (cluster_of(a), cluster_of(b)))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        apart.sort_unstable();
        apart.dedup();
        let mut condensed = Objective {
            fixed: objective.fixed,
            terms: Vec::new(),
        };
        for term in &objective.terms {
            let members = term.members.iter().map(|&node| cluster_of(node)).collect();
            condensed.charge(members, term.weight, term.charge);
        }
        Some(Self {
            graph: Graph {
                nodes: members.iter().map(|nodes| node(graph, nodes)).collect(),
                edges,
                apart,
                ..Graph::default()
            },
            objective: condensed.merged(),
            members,
        })
    }

    /// A clustering of the clusters as one of their nodes.
    pub(super) fn expand(&self, graph: &Graph, clustering: &Clustering) -> Clustering {
        let members = |cluster: &NodeId| self.members[cluster.0].clone();
        let clusters = clustering.clusters().iter();
        let groups = clusters.map(|cluster| cluster.iter().flat_map(members).collect());
        Clustering::new(graph, groups)
    }
}

/// A cluster as a node: it is what the member is that has a size.
fn node(graph: &Graph, members: &[NodeId]) -> Node {
    let nodes = members.iter().map(|&member| graph.node(member));
    let lead = nodes.clone().find(|node| node.role != Role::Anywhere);
    let labels: Vec<&str> = nodes.map(|node| node.label.as_str()).collect();
    let lead = lead.unwrap_or_else(|| graph.node(members[0]));
    Node {
        label: labels.join(" "),
        ..lead.clone()
    }
}
