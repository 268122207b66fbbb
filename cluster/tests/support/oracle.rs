//! All clusterings of small graphs.

use fusus_cluster::graph::Graph;
use fusus_cluster::{Clustering, check};

/// Calls back with every legal clustering. Nodes that share their loop with
/// nothing stay alone from the start.
pub fn legal_clusterings(graph: &Graph, mut each: impl FnMut(&Clustering)) {
    let mut labels = vec![0; graph.nodes.len()];
    visit(graph, 0, 0, &mut labels, &mut each);
}

fn visit(
    graph: &Graph,
    at: usize,
    used: usize,
    labels: &mut Vec<usize>,
    each: &mut impl FnMut(&Clustering),
) {
    if at == labels.len() {
        let clustering = Clustering::from_labels(graph, labels);
        if check(graph, &clustering).is_ok() {
            each(&clustering);
        }
        return;
    }
    for label in 0..=used {
        labels[at] = label;
        visit(graph, at + 1, used.max(label + 1), labels, each);
    }
}
