//! Clustering of random programs: legal, optimal, the same on every run.

mod support;

use fusus_core::cluster::{
    Cost, Fusible, Limit, Robinson, STRATEGIES, Solver, check, optimal, strategy,
};
use fusus_core::graph::Graph;
use support::oracle;
use support::random::{self, Rng, Shape};

fn programs(
    count: u64,
    nodes: std::ops::RangeInclusive<usize>,
) -> impl Iterator<Item = (u64, Graph)> {
    let spread = nodes.end() - nodes.start() + 1;
    (0..count).map(move |seed| {
        let mut rng = Rng::new(seed);
        let nodes = nodes.start() + rng.below(spread);
        let shape = Shape::any(&mut rng, nodes);
        (seed, random::graph(seed, shape))
    })
}

/// The cheapest legal clustering by enumeration, and among several the one
/// whose vector of representatives is the smallest.
fn cheapest(graph: &Graph) -> (u64, Vec<usize>) {
    let objective = Robinson.objective(graph, &Fusible::of(graph));
    let mut best = (u64::MAX, Vec::new());
    oracle::legal_clusterings(graph, |clustering| {
        let price = objective.price(graph, clustering);
        if price <= best.0 {
            best = best.clone().min((price, clustering.representatives(graph)));
        }
    });
    best
}

#[test]
fn costs_what_exhaustive_search_finds() {
    let ilp = strategy("ilp").expect("the default exists");
    let enumerate = |count, nodes| {
        for (seed, graph) in programs(count, nodes) {
            let (price, vector) = cheapest(&graph);
            let solution = ilp.cluster(&graph, &Robinson, Limit::default());
            assert_eq!(solution.objective, price, "seed {seed}\n{graph:#?}");
            assert_eq!(solution.lower_bound, price, "seed {seed}");
            assert_eq!(
                solution.clustering.representatives(&graph),
                vector,
                "seed {seed}: of equal clusterings the first\n{graph:#?}"
            );
        }
    };
    enumerate(2_000, 2..=6);
    enumerate(150, 7..=8);
}

#[test]
fn integer_programming_agrees() {
    for (seed, graph) in programs(150, 2..=14) {
        let limit = Limit::default();
        let search = optimal(&graph, &Robinson, Solver::Search, limit);
        let ilp = optimal(&graph, &Robinson, Solver::Microlp, limit);
        assert!(search.is_optimal(), "seed {seed}");
        assert_eq!(ilp.lower_bound, search.lower_bound, "seed {seed}");
        assert_eq!(ilp.clustering, search.clustering, "seed {seed}");
    }
}

#[test]
fn every_strategy_is_legal_and_none_beats_the_optimum() {
    for (seed, graph) in programs(200, 2..=20) {
        let cost = |name: &str| {
            let strategy = strategy(name).expect("listed strategies exist");
            let solution = strategy.cluster(&graph, &Robinson, Limit::default());
            if let Err(violation) = check(&graph, &solution.clustering) {
                panic!("seed {seed}: {name}: {violation}");
            }
            assert!(
                solution.lower_bound <= solution.objective,
                "seed {seed}: {name}"
            );
            solution.objective
        };
        let ilp = cost("ilp");
        for name in STRATEGIES {
            assert!(ilp <= cost(name), "seed {seed}: {name}");
            assert!(cost(name) <= cost("unfused"), "seed {seed}: {name}");
        }
    }
}
