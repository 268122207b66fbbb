//! Costs of other clusterings, compared with all clusterings.

mod support;

use fusus_cluster::graph::{Graph, NodeId};
use fusus_cluster::{Clustering, Cost, Fusible, Limit, Paper, next_best, strategy, together};
use fusus_rng::Rng;
use std::time::Duration;
use support::oracle;
use support::random::{self, Shape};

const TIME: Duration = Duration::from_secs(60);

/// The price of the cheapest legal clustering that a condition allows.
fn cheapest(graph: &Graph, allowed: impl Fn(&Clustering) -> bool) -> Option<u64> {
    let objective = Paper.objective(graph, &Fusible::of(graph));
    let mut best = None;
    oracle::legal_clusterings(graph, |clustering| {
        if allowed(clustering) {
            let price = objective.price(graph, clustering);
            best = Some(best.map_or(price, |best: u64| best.min(price)));
        }
    });
    best
}

#[test]
fn alternatives_cost_what_exhaustive_search_finds() {
    let default = strategy("optimal").expect("the default exists");
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let nodes = 2 + rng.below(5);
        let shape = Shape::any(&mut rng, nodes);
        let graph = random::graph(seed, shape);
        let best = default.cluster(&graph, &Paper, Limit::default()).clustering;

        let next = next_best(&graph, &Paper, &best, Limit::default(), TIME);
        let others = cheapest(&graph, |clustering| *clustering != best);
        assert_eq!(next.map(|next| next.objective), others, "seed {seed}");
        assert!(next.is_none_or(|next| next.proven), "seed {seed}");

        for b in graph.ids() {
            for a in (0..b.0).map(NodeId) {
                let found = together(&graph, &Paper, a, b, Limit::default());
                let expected = cheapest(&graph, |clustering| {
                    let of = clustering.indices(&graph);
                    of[a.0] == of[b.0]
                });
                let price = found.map(|found| found.objective);
                assert_eq!(price, expected, "seed {seed}, {a} and {b}\n{graph:#?}");
            }
        }
    }
}
