//! The checker of clusterings, and the paths behind it.

mod support;

use fusus_cluster::graph::paths::{Paths, preventing_path};
use fusus_cluster::graph::{Edge, EdgeKind, Graph, NodeId, Prevents, Role};
use fusus_cluster::{
    Clustering, Fusible, Limit, Paper, STRATEGIES, Solver, Violation, check, optimal, strategy,
};
use support::known::{self, Builder};

fn judge(graph: &Graph, groups: &[&[usize]]) -> Result<(), Violation> {
    let groups = groups
        .iter()
        .map(|group| group.iter().copied().map(NodeId).collect());
    check(graph, &Clustering::new(graph, groups))
}

#[test]
fn every_node_is_in_one_cluster() {
    let graph = known::normalize_inc();
    assert_eq!(judge(&graph, &[&[0], &[1], &[2]]), Ok(()));
    assert_eq!(
        judge(&graph, &[&[0], &[2]]),
        Err(Violation::NotAPartition(NodeId(1)))
    );
    assert_eq!(
        judge(&graph, &[&[0, 1], &[1], &[2]]),
        Err(Violation::NotAPartition(NodeId(1)))
    );
}

#[test]
fn preventing_edges_and_cycles_are_refused() {
    let graph = known::normalize_inc();
    assert!(matches!(
        judge(&graph, &[&[0], &[1, 2]]),
        Err(Violation::Prevented(Edge { .. }))
    ));
    // sum must come between xs and ys.
    let mut b = Builder::new();
    let us = b.input("us");
    let (xs, xs_out) = b.looped("xs", 0, &[]);
    b.reads(xs, us);
    let sum = b.fold("sum", 0, &[]);
    b.reads(sum, xs_out);
    let (ys, _) = b.looped("ys", 0, &[]);
    b.reads(ys, us);
    b.total(sum, ys);
    let graph = b.finish();
    assert_eq!(judge(&graph, &[&[0, 1], &[2]]), Ok(()));
    assert!(matches!(
        judge(&graph, &[&[0, 2], &[1]]),
        Err(Violation::OutOfOrder(_))
    ));
}

#[test]
fn barriers_and_lonely_loops_share_with_nothing() {
    for role in [Role::Alone, Role::Barrier, Role::Host] {
        let mut b = Builder::new();
        let xs = b.input("xs");
        let a = b.fold("a", 0, &[]);
        b.reads(a, xs);
        b.node("other", role, None, &[]);
        let graph = b.finish();
        assert_eq!(
            judge(&graph, &[&[0, 1]]),
            Err(Violation::NotAlone(NodeId(1))),
            "{role:?}"
        );
        assert_eq!(judge(&graph, &[&[0], &[1]]), Ok(()));
    }
}

/// gts = filter xs; hts = filter gts; a = fold gts; b = fold hts; c = fold xs
fn filters() -> Graph {
    let mut b = Builder::new();
    let xs = b.input("xs");
    let (gts, gts_out) = b.looped("gts", 0, &[]);
    b.reads(gts, xs);
    let (hts, hts_out) = b.looped("hts", 1, &[gts]);
    b.reads(hts, gts_out);
    let over_gts = b.fold("a", 1, &[gts]);
    b.reads(over_gts, gts_out);
    let over_hts = b.fold("b", 2, &[hts]);
    b.reads(over_hts, hts_out);
    let over_xs = b.fold("c", 0, &[]);
    b.reads(over_xs, xs);
    b.finish()
}

#[test]
fn sizes_are_joined_by_their_transducers() {
    let graph = filters();
    assert_eq!(judge(&graph, &[&[0, 1, 2, 3, 4]]), Ok(()));
    // Without gts, its size is the base, and hts leads from it.
    assert_eq!(judge(&graph, &[&[0], &[1, 2, 3], &[4]]), Ok(()));
    assert_eq!(
        judge(&graph, &[&[0], &[1], &[2, 3], &[4]]),
        Err(Violation::Sizes(NodeId(2), NodeId(3)))
    );
    assert_eq!(
        judge(&graph, &[&[0], &[1, 2, 3, 4]]),
        Err(Violation::Sizes(NodeId(1), NodeId(4)))
    );
    assert_eq!(
        judge(&graph, &[&[0, 1, 4], &[2, 3]]),
        Err(Violation::Sizes(NodeId(2), NodeId(3)))
    );
}

#[test]
fn all_transducers_of_a_node_are_needed() {
    // A map over the pairs of two crosses.
    let mut b = Builder::new();
    let xs = b.input("xs");
    let (c1, out1) = b.looped("c1", 0, &[]);
    b.reads(c1, xs);
    let (c2, out2) = b.looped("c2", 0, &[]);
    b.reads(c2, xs);
    let (map, _) = b.looped("map", 1, &[c1, c2]);
    b.reads(map, out1);
    b.reads(map, out2);
    let graph = b.finish();
    assert_eq!(judge(&graph, &[&[0, 1, 2]]), Ok(()));
    // With one of them the pairs are the base, over which the cross can't run.
    assert_eq!(
        judge(&graph, &[&[1], &[0, 2]]),
        Err(Violation::Sizes(c1, map))
    );
    assert_eq!(
        judge(&graph, &[&[0], &[1, 2]]),
        Err(Violation::Sizes(c2, map))
    );
    assert_eq!(strategy("optimal").map(|s| loops(&graph, s)), Some(1));
}

fn loops(graph: &Graph, strategy: &dyn fusus_cluster::Strategy) -> usize {
    let solution = strategy.cluster(graph, &Paper, Limit::default());
    solution.clustering.loops(graph)
}

#[test]
fn clusters_of_independent_sizes_may_still_form_a_cycle() {
    // a and b share xs, c and d share ys; c needs a, b needs d.
    let mut builder = Builder::new();
    let xs = builder.input("xs");
    let ys = builder.input("ys");
    let a = builder.fold("a", 0, &[]);
    let d = builder.fold("d", 1, &[]);
    let b = builder.fold("b", 0, &[]);
    let c = builder.fold("c", 1, &[]);
    for (node, array) in [(a, xs), (b, xs), (c, ys), (d, ys)] {
        builder.reads(node, array);
    }
    builder.total(a, c);
    builder.total(d, b);
    let graph = builder.finish();
    for solver in [Solver::Search, Solver::Microlp] {
        let solution = optimal(&graph, &Paper, solver, Limit::default());
        assert_eq!(check(&graph, &solution.clustering), Ok(()));
        assert_eq!((solution.objective, solution.lower_bound), (16, 16));
        assert_eq!(
            solution.clustering.representatives(&graph),
            [0, 1, 0, 3],
            "{solver:?}: of both the first"
        );
    }
}

#[test]
fn clusters_run_in_order_and_ties_go_to_the_smallest_member() {
    let graph = known::closest_pairs(true);
    let solution = optimal(&graph, &Paper, Solver::Search, Limit::default());
    let clusters: Vec<Vec<usize>> = solution
        .clustering
        .clusters()
        .iter()
        .map(|cluster| cluster.iter().map(|node| node.0).collect())
        .collect();
    assert_eq!(
        clusters,
        [
            vec![0],
            vec![1, 2],
            vec![3],
            vec![4],
            vec![5],
            vec![7],
            vec![6, 8, 9],
            vec![10]
        ]
    );
}

#[test]
fn paths_know_what_lies_on_them() {
    let graph = known::normalize2();
    let paths = Paths::of(&graph);
    let [gts, sum1, sum2, ys1, ys2] = [0, 1, 2, 3, 4].map(NodeId);
    assert!(paths.reaches(gts, ys2) && paths.prevented(gts, ys2));
    assert!(paths.reaches(gts, sum2) && !paths.prevented(gts, sum2));
    assert!(!paths.reaches(sum1, ys2) && !paths.reaches(ys2, sum1));
    let path = preventing_path(&graph, ys2, gts).expect("there is one");
    let stops: Vec<NodeId> = path.iter().map(|edge| edge.to).collect();
    assert_eq!(stops, [sum2, ys2]);
    assert_eq!(path[1].kind, EdgeKind::Preventing(Prevents::FoldResult));
    assert_eq!(preventing_path(&graph, gts, sum2), None);
    assert_eq!(preventing_path(&graph, ys1, ys2), None);
}

#[test]
fn pairs_across_a_barrier_are_not_fusible() {
    let mut b = Builder::new();
    let xs = b.input("xs");
    let (a, out) = b.looped("a", 0, &[]);
    b.reads(a, xs);
    let alone = b.node("alone", Role::Alone, Some(0), &[]);
    b.reads(alone, out);
    let made = b.makes(alone, "made");
    let c = b.fold("c", 0, &[]);
    b.reads(c, made);
    let graph = b.finish();
    let fusible = Fusible::of(&graph);
    assert!(!fusible.fusible(a, c));
    assert_eq!(fusible.pairs().count(), 0);
}

#[test]
fn programs_of_any_size_are_clustered() {
    let mut b = Builder::new();
    let xs = b.input("xs");
    let mut last = xs;
    for number in 0..150 {
        let (map, out) = b.looped(&format!("m{number}"), 0, &[]);
        b.reads(map, last);
        last = out;
    }
    let graph = b.finish();
    for strategy in STRATEGIES {
        let name = strategy.name();
        let solution = strategy.cluster(&graph, &Paper, Limit::default());
        assert_eq!(check(&graph, &solution.clustering), Ok(()), "{name}");
        let expected = if name == "unfused" { 150 } else { 1 };
        assert_eq!(solution.clustering.loops(&graph), expected, "{name}");
    }
}

#[test]
fn empty_programs_have_no_clusters() {
    let graph = Graph::default();
    for strategy in STRATEGIES {
        let solution = strategy.cluster(&graph, &Paper, Limit::default());
        assert!(solution.clustering.clusters().is_empty());
        assert_eq!(solution.objective, 0);
    }
}

#[test]
fn strategies_are_found_by_their_names() {
    for known in STRATEGIES {
        for name in [Some(known.name()), known.former_name()] {
            let found = name.and_then(strategy).map(|found| found.name());
            assert_eq!(found, name.map(|_| known.name()));
        }
    }
    assert!(strategy("none").is_none());
}
