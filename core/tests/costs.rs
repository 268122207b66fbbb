//! The costs of plans other than Robinson's.

#[path = "../../cluster/tests/support/oracle.rs"]
#[allow(unreachable_pub)]
mod oracle;
#[path = "support/papers.rs"]
mod papers;

use fusus_core::cluster::{COSTS, Fusible, cost};
use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::Plan;
use proc_macro2::TokenStream;

fn compiled(name: &str, cost: &str) -> Compiled {
    let overrides = Overrides {
        cost: Some(cost.to_owned()),
        ..Overrides::default()
    };
    let outcome = papers::explained_by(name, &overrides).outcome;
    outcome.unwrap_or_else(|found| panic!("{name} by {cost}: {found:?}"))
}

/// Most graphs are so small that all their clusterings can be priced.
#[test]
fn plans_are_the_cheapest_by_every_cost() {
    let mut enumerated = 0;
    for (name, _) in papers::PROGRAMS {
        let default = papers::compiled(name, None).solution;
        assert_eq!(
            compiled(name, "paper").solution.clustering,
            default.clustering
        );
        for by in COSTS {
            let compiled = compiled(name, by);
            assert_eq!(compiled.cost, *by);
            assert!(compiled.solution.is_optimal(), "{name} by {by}");
            if compiled.graph.nodes.len() > 9 {
                continue;
            }
            let objective = cost(by)
                .expect("it is listed")
                .objective(&compiled.graph, &Fusible::of(&compiled.graph));
            let mut least = u64::MAX;
            oracle::legal_clusterings(&compiled.graph, |clustering| {
                least = least.min(objective.price(&compiled.graph, clustering));
            });
            assert_eq!(compiled.solution.objective, least, "{name} by {by}");
            enumerated += 1;
        }
    }
    assert!(enumerated >= 4 * COSTS.len(), "{enumerated}");
}

/// Sums of which three wait for one, and one waits for three others. Two loops of four sums each are the
/// fewest; Robinson's cost pays for pairs of sums in different loops, which are 16 there and 15 with six
/// sums in one loop.
const SUMS: &str = "fn f(n: usize, x: f64) -> f64 {
    let a = fold(0.0, |a, b| a + b, generate(n, |i| x * i as f64));
    let b = fold(0.0, |a, b| a + b, generate(n, |i| (a * i as f64).sin()));
    let c = fold(0.0, |a, b| a + b, generate(n, |i| (a * i as f64).cos()));
    let d = fold(0.0, |a, b| a + b, generate(n, |i| (a * i as f64).tan()));
    let e = fold(0.0, |a, b| a + b, generate(n, |i| (x * i as f64).sin()));
    let f = fold(0.0, |a, b| a + b, generate(n, |i| (x * i as f64).cos()));
    let g = fold(0.0, |a, b| a + b, generate(n, |i| (x * i as f64).tan()));
    let h = fold(0.0, |a, b| a + b, generate(n, |i| ((e + f + g) * i as f64).sin()));
    b + c + d + h
}";

/// The plan of a program over processes by a cost.
fn over_processes(source: &str, cost: &str) -> Compiled {
    let overrides = Overrides {
        cost: Some(cost.to_owned()),
        backend: Some("mpi".to_owned()),
        ..Overrides::default()
    };
    let mut found = Diagnostics::new();
    let tokens: TokenStream = source.parse().expect("it is Rust");
    let explained = explain(tokens, "file:1", &overrides, &mut found).remove(0);
    explained.outcome.expect("it runs over processes")
}

#[test]
fn a_loop_more_is_a_message_more() {
    let ends = |cost: &str| {
        let plan = Plan::of(&over_processes(SUMS, cost));
        let said = plan.messages.into_iter().flat_map(|(_, said)| said);
        let ends = said.filter(|said| said.starts_with("the end, to all"));
        (plan.loops, ends.count())
    };
    assert_eq!(ends("paper"), (3, 3));
    assert_eq!(ends("messages"), (2, 2));
    let price = over_processes(SUMS, "messages").solution.objective;
    assert_eq!(price, 2, "no array is stored or read twice");
}

#[test]
fn messages_are_of_loops_scans_other_positions_and_computed_ones() {
    let source = "fn f(xs: &[f64], at: &[usize]) -> (Vec<f64>, Vec<f64>, f64) {
        let around = pad(edge, xs);
        let running = scan(0.0, |a, b| a + b, map(|x| x + 1.0, xs));
        let near = generate(|i| around[i - 1] + xs[i]);
        let bins = reduce_by_index(running, |a, b| a + b, at, gather(near, at));
        (bins, near, fold(0.0, |a, b| a + b, xs))
    }";
    let compiled = over_processes(source, "messages");
    let names = compiled.graph.messages.iter().map(|senders| {
        let labels = senders
            .iter()
            .map(|node| compiled.graph.node(*node).label.clone());
        labels.collect::<Vec<_>>().join(" ")
    });
    insta::assert_snapshot!(names.collect::<Vec<_>>().join("\n"), @r"
    running_map running xs_at_2 near bins_gather bins result_fold
    running
    xs_at_2 bins_gather
    bins
    ");
}

/// Two loops read `xs` and write `ys1` and `ys2`; `gts` is contracted.
#[test]
fn the_costs_of_normalize2() {
    for (by, price, line) in [
        ("paper", 51, "strategy optimal, cost paper"),
        ("bytes", 32_000, "strategy optimal, cost bytes"),
        ("traffic", 32_000, "strategy optimal, cost traffic"),
        ("contract", 2, "strategy optimal, cost contract"),
        ("locality", 4, "strategy optimal, cost locality"),
        (
            "weighted",
            2 + 4 * 2 + 16 * 4,
            "strategy optimal, cost weighted",
        ),
        // M is 6: a program of five loops, none of which reads elsewhere, has five messages at most.
        ("messages", 2 + 2 * 36, "strategy optimal, cost messages"),
    ] {
        let compiled = compiled("normalize2", by);
        assert_eq!(compiled.solution.objective, price, "{by}");
        let text = Plan::explained(&compiled).to_string();
        assert!(text.contains(line), "{text}");
    }
}
