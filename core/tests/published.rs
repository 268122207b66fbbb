//! The published plans, from the sources of the programs through the whole
//! pipeline: figure 6 and section 4 of Robinson, with the objective's values
//! as enumeration gives them.

#[path = "support/papers.rs"]
mod papers;

use fusus_core::plan::Plan;

fn plan(program: &str, strategy: Option<&str>) -> Plan {
    Plan::explained(&papers::compiled(program, strategy))
}

/// The clusters that are loops.
fn loops(plan: &Plan) -> Vec<String> {
    plan.clusters
        .iter()
        .filter(|cluster| cluster.number.is_some())
        .map(|cluster| cluster.braced())
        .collect()
}

fn next_best(plan: &Plan) -> Option<u64> {
    plan.next_best.map(|next| next.objective)
}

fn objective(program: &str, strategy: &str) -> u64 {
    plan(program, Some(strategy)).objective
}

/// Figure 6: loops of unfused, stream, imperative and optimal clustering.
#[test]
fn loops_by_strategy() {
    for (program, expected) in [
        ("normalize2", [5, 4, 3, 2, 2]),
        ("closest_pairs", [6, 5, 3, 3, 3]),
        ("quadtree", [8, 8, 2, 2, 2]),
    ] {
        let strategies = ["unfused", "stream", "imperative", "paper", "optimal"];
        let found = strategies.map(|strategy| plan(program, Some(strategy)).loops);
        assert_eq!(found, expected, "{program}");
    }
}

#[test]
fn normalize2_takes_two_loops() {
    let plan = plan("normalize2", None);
    assert_eq!(loops(&plan), ["{gts sum1 sum2}", "{ys1 ys2}"]);
    assert_eq!((plan.objective, next_best(&plan)), (51, Some(76)));
    assert!(plan.is_optimal());
    assert_eq!(plan.contracted, ["gts"]);
    assert_eq!(objective("normalize2", "stream"), 102);
    assert_eq!(objective("normalize2", "unfused"), 132);
}

#[test]
fn incrementing_twice_is_cheaper() {
    let plan = plan("normalize_inc", None);
    assert_eq!(loops(&plan), ["{sum}", "{incs ys}"]);
    assert_eq!((plan.objective, next_best(&plan)), (9, Some(12)));
    assert_eq!(objective("normalize_inc", "unfused"), 21);
}

#[test]
fn quadtree_takes_two_loops() {
    let plan = plan("quadtree", None);
    assert_eq!(loops(&plan), ["{x1 y1 x2 y2}", "{p1 p2 p3 p4}"]);
    let clusters: Vec<String> = plan.clusters.iter().map(|c| c.braced()).collect();
    assert_eq!(clusters[1], "{xm ym}");
    assert_eq!((plan.objective, next_best(&plan)), (0, Some(243)));
    assert_eq!(objective("quadtree", "unfused"), 972);
}

#[test]
fn closest_pairs_by_the_rules_of_the_paper() {
    let plan = plan("closest_pairs", Some("paper"));
    assert_eq!(
        loops(&plan),
        ["{aboves belows}", "{above_b below_b}", "{cs bord}"]
    );
    assert_eq!((plan.objective, next_best(&plan)), (0, Some(121)));
    assert_eq!(objective("closest_pairs", "unfused"), 374);
}

#[test]
fn closest_pairs_with_the_cross_fused_to_its_first_argument() {
    let plan = plan("closest_pairs", Some("optimal"));
    assert_eq!(
        loops(&plan),
        ["{aboves belows}", "{below_b}", "{above_b cs bord}"]
    );
    assert!(plan.is_optimal());
}

#[test]
fn quickhull_takes_one_loop() {
    let plan = plan("quickhull", None);
    assert_eq!(loops(&plan), ["{ps ma}"]);
    assert_eq!((plan.objective, next_best(&plan)), (0, Some(6)));
}
