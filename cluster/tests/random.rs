//! Clustering of random programs: legal, optimal, the same on every run.

mod support;

use std::collections::BTreeSet;

use fusus_cluster::graph::{EdgeKind, Graph, NodeId};
use fusus_cluster::{
    Charge, Clustering, Cost, Fusible, Limit, Messages, Objective, Paper, STRATEGIES, Solver, Term,
    check, optimal, strategy,
};
use fusus_rng::Rng;
use support::oracle;
use support::random::{self, Shape};

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
fn cheapest(graph: &Graph, cost: &dyn Cost) -> (u64, Vec<usize>) {
    let objective = cost.objective(graph, &Fusible::of(graph));
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
fn generated_programs_are_valid_and_varied() {
    let (mut roles, mut joined, mut prevented) = (BTreeSet::new(), 0, 0);
    for (_, graph) in programs(500, 10..=60) {
        random::assert_valid(&graph);
        roles.extend(graph.nodes.iter().map(|node| node.role));
        joined += graph
            .nodes
            .iter()
            .filter(|n| !n.transducers.is_empty())
            .count();
        let kinds = graph.edges.iter().map(|edge| edge.kind);
        prevented += kinds.filter(|&kind| kind != EdgeKind::Fusible).count();
    }
    assert_eq!(roles.len(), 4);
    assert!(joined > 1_000 && prevented > 1_000, "{joined} {prevented}");
}

#[test]
fn costs_what_exhaustive_search_finds() {
    let default = strategy("optimal").expect("the default exists");
    let enumerate = |count, nodes| {
        for (seed, graph) in programs(count, nodes) {
            let (price, vector) = cheapest(&graph, &Paper);
            let solution = default.cluster(&graph, &Paper, Limit::default());
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
    enumerate(300, 7..=8);
}

/// Messages by their definition: of the clusterings with the least memory traffic, and of these the
/// fewest arrays, one with the fewest messages.
#[test]
fn messages_are_counted_after_memory() {
    let default = strategy("optimal").expect("the default exists");
    let mut differ = 0;
    for (seed, mut graph) in programs(400, 2..=7) {
        let mut rng = Rng::new(seed);
        let loops = graph.ids().filter(|id| graph.node(*id).role.is_loop());
        let loops: Vec<NodeId> = loops.collect();
        let mut some = |share| {
            loops
                .iter()
                .copied()
                .filter(|_| rng.percent(share))
                .collect()
        };
        graph.messages = vec![loops.clone(), some(30), some(60)];
        let fusible = Fusible::of(&graph);
        let by_definition = |clustering: &Clustering| {
            let home = clustering.indices(&graph);
            let cut = |a: NodeId, b: NodeId| home[a.0] != home[b.0];
            let shares = |a: NodeId, b: NodeId| {
                let mut edges = graph.edges.iter();
                let mut arrays = graph.arrays.iter();
                edges.any(|edge| [edge.from, edge.to] == [a, b])
                    || arrays.any(|array| array.readers.contains(&a) && array.readers.contains(&b))
            };
            let traffic = fusible
                .pairs()
                .filter(|(a, b)| cut(*a, *b) && shares(*a, *b));
            let stored = graph.arrays.iter().filter(|array| {
                array.producer.is_some_and(|producer| {
                    let mut readers = array.readers.iter();
                    readers
                        .clone()
                        .all(|reader| fusible.fusible(producer, *reader))
                        && readers.any(|reader| cut(producer, *reader))
                })
            });
            let messages = graph.messages.iter().map(|senders| {
                let homes: BTreeSet<usize> = senders.iter().map(|node| home[node.0]).collect();
                homes.len()
            });
            (traffic.count(), stored.count(), messages.sum::<usize>())
        };
        let mut best: Option<((usize, usize, usize), Vec<usize>)> = None;
        oracle::legal_clusterings(&graph, |clustering| {
            let this = (
                by_definition(clustering),
                clustering.representatives(&graph),
            );
            best = best
                .take()
                .map(|best| best.min(this.clone()))
                .or(Some(this));
        });
        let (_, first) = best.expect("there is a clustering");
        let found = default.cluster(&graph, &Messages, Limit::default());
        assert!(found.is_optimal(), "seed {seed}");
        assert_eq!(
            found.clustering.representatives(&graph),
            first,
            "seed {seed}\n{graph:#?}"
        );
        let paper = default.cluster(&graph, &Paper, Limit::default());
        differ += usize::from(paper.clustering != found.clustering);
    }
    assert!(differ > 0, "messages decide nothing");
}

#[test]
fn pairs_are_fusible_exactly_if_some_clustering_fuses_them() {
    for (seed, graph) in programs(1_000, 2..=6) {
        let mut fused = BTreeSet::new();
        oracle::legal_clusterings(&graph, |clustering| {
            for cluster in clustering.clusters() {
                for (index, &b) in cluster.iter().enumerate() {
                    fused.extend(cluster[..index].iter().map(|&a| (a, b)));
                }
            }
        });
        let fusible: BTreeSet<_> = Fusible::of(&graph).pairs().collect();
        assert_eq!(fusible, fused, "seed {seed}\n{graph:#?}");
    }
}

#[test]
fn integer_programming_agrees() {
    for (seed, graph) in programs(150, 2..=14) {
        let limit = Limit::default();
        let search = optimal(&graph, &Paper, Solver::Search, limit);
        let program = optimal(&graph, &Paper, Solver::Microlp, limit);
        assert!(search.is_optimal(), "seed {seed}");
        assert_eq!(program.lower_bound, search.lower_bound, "seed {seed}");
        assert_eq!(program.clustering, search.clustering, "seed {seed}");
        #[cfg(feature = "coin_cbc")]
        assert_eq!(
            optimal(&graph, &Paper, Solver::CoinCbc, limit).clustering,
            search.clustering,
            "seed {seed}"
        );
    }
}

/// With the feature, a strategy that has no steps left for its search finds and
/// proves the optimum even so; without, it says how far it may be.
#[test]
fn integer_programming_goes_on_where_the_search_gives_up() {
    let limit = Limit {
        steps: 0,
        ..Limit::default()
    };
    let mut given_up = 0;
    for (seed, graph) in programs(60, 8..=14) {
        let strategy = strategy("optimal").expect("it is listed");
        let short = strategy.cluster(&graph, &Paper, limit);
        let alone = optimal(&graph, &Paper, Solver::Search, limit);
        let best = optimal(&graph, &Paper, Solver::Search, Limit::default());
        given_up += usize::from(!alone.is_optimal());
        assert!(short.lower_bound <= best.objective, "seed {seed}");
        assert!(best.objective <= short.objective, "seed {seed}");
        if cfg!(feature = "coin_cbc") {
            assert!(short.is_optimal(), "seed {seed}");
            assert_eq!(check(&graph, &short.clustering), Ok(()), "seed {seed}");
        } else {
            assert_eq!(short.clustering, alone.clustering, "seed {seed}");
        }
    }
    assert!(
        given_up > 20,
        "{given_up} programs are too much for no steps"
    );
}

#[test]
fn every_strategy_is_legal_and_none_beats_the_optimum() {
    for (seed, graph) in programs(200, 2..=20) {
        let cost = |name: &str| {
            let strategy = strategy(name).expect("listed strategies exist");
            let solution = strategy.cluster(&graph, &Paper, Limit::default());
            if let Err(violation) = check(&graph, &solution.clustering) {
                panic!("seed {seed}: {name}: {violation}");
            }
            assert!(
                solution.lower_bound <= solution.objective,
                "seed {seed}: {name}"
            );
            solution.objective
        };
        let least = cost("optimal");
        for name in STRATEGIES.iter().map(|strategy| strategy.name()) {
            assert!(least <= cost(name), "seed {seed}: {name}");
            assert!(cost(name) <= cost("unfused"), "seed {seed}: {name}");
        }
    }
}

/// The bytes of the arrays that loops read and write, if every array has as
/// many as its index (Kristensen et al., definition 13).
#[derive(Debug)]
struct Bytes;

impl Cost for Bytes {
    fn name(&self) -> &'static str {
        "bytes"
    }

    fn objective(&self, graph: &Graph, _: &Fusible) -> Objective {
        let mut objective = Objective::default();
        for (index, array) in graph.arrays.iter().enumerate() {
            let weight = index as u64 + 1;
            let mut members = array.readers.clone();
            match array.producer {
                None => objective.fixed += weight * u64::from(!members.is_empty()),
                Some(producer) => {
                    members.push(producer);
                    members.sort_unstable();
                    if members.len() > 1 {
                        objective.terms.push(Term {
                            members: members.clone(),
                            weight,
                            charge: Charge::Unless,
                        });
                    }
                }
            }
            if members.len() > 1 {
                objective.terms.push(Term {
                    members,
                    weight,
                    charge: Charge::PerExtraCluster,
                });
            }
        }
        objective
    }
}

#[test]
fn other_costs_are_minimised_too() {
    for (seed, graph) in programs(400, 2..=7) {
        let (price, vector) = cheapest(&graph, &Bytes);
        for solver in [Solver::Search, Solver::Microlp] {
            let solution = optimal(&graph, &Bytes, solver, Limit::default());
            assert_eq!(
                solution.objective, price,
                "seed {seed}: {solver:?}\n{graph:#?}"
            );
            assert_eq!(solution.lower_bound, price, "seed {seed}: {solver:?}");
            assert_eq!(
                solution.clustering.representatives(&graph),
                vector,
                "seed {seed}: {solver:?}"
            );
        }
        let greedy = strategy("greedy").expect("it exists");
        let solution = greedy.cluster(&graph, &Bytes, Limit::default());
        assert_eq!(check(&graph, &solution.clustering), Ok(()), "seed {seed}");
        assert!(solution.objective >= price, "seed {seed}");
    }
}

#[test]
fn imperative_is_the_best_of_one_size_a_loop() {
    let imperative = strategy("imperative").expect("it exists");
    for (seed, graph) in programs(400, 2..=7) {
        let objective = Paper.objective(&graph, &Fusible::of(&graph));
        let mut best = u64::MAX;
        oracle::legal_clusterings(&graph, |clustering| {
            let one_size = |cluster: &Vec<NodeId>| {
                let size = graph.node(cluster[0]).size;
                cluster.iter().all(|&node| graph.node(node).size == size)
            };
            if clustering.clusters().iter().all(one_size) {
                best = best.min(objective.price(&graph, clustering));
            }
        });
        let solution = imperative.cluster(&graph, &Paper, Limit::default());
        assert_eq!(solution.objective, best, "seed {seed}");
    }
}

#[test]
fn quick_strategies_are_legal_on_ten_thousand_programs() {
    let quick = ["unfused", "stream", "linear", "greedy"];
    for (seed, graph) in programs(10_000, 2..=60) {
        // Large programs take most of the time: each sees one of the four.
        let names = if graph.nodes.len() > 12 {
            &quick[seed as usize % 4..][..1]
        } else {
            &quick[..]
        };
        for name in names {
            let strategy = strategy(name).expect("listed strategies exist");
            let solution = strategy.cluster(&graph, &Paper, Limit::default());
            if let Err(violation) = check(&graph, &solution.clustering) {
                panic!("seed {seed}: {name}: {violation}");
            }
        }
    }
}

#[test]
fn a_spent_limit_leaves_something_legal_and_the_same_on_every_run() {
    let default = strategy("optimal").expect("the default exists");
    for (seed, graph) in programs(40, 20..=40) {
        for steps in [0, 1, 5_000, 50_000] {
            let limit = Limit {
                steps,
                ..Limit::default()
            };
            let first = default.cluster(&graph, &Paper, limit);
            let again = default.cluster(&graph, &Paper, limit);
            assert_eq!(check(&graph, &first.clustering), Ok(()), "seed {seed}");
            assert_eq!(first.clustering, again.clustering, "seed {seed}");
            assert_eq!(first.lower_bound, again.lower_bound, "seed {seed}");
            assert!(first.lower_bound <= first.objective, "seed {seed}");
            let greedy = strategy("greedy").expect("it exists");
            let greedy = greedy.cluster(&graph, &Paper, limit);
            assert!(first.objective <= greedy.objective, "seed {seed}");
            assert!(first.lower_bound <= greedy.objective, "seed {seed}");
        }
    }
}
