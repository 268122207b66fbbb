//! The costs of plans other than Robinson's.

#[path = "../../cluster/tests/support/oracle.rs"]
#[allow(unreachable_pub)]
mod oracle;
#[path = "support/papers.rs"]
mod papers;

use fusus_core::cluster::{COSTS, Fusible, cost};
use fusus_core::compile::Compiled;
use fusus_core::explain::Overrides;
use fusus_core::plan::Plan;

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
    ] {
        let compiled = compiled("normalize2", by);
        assert_eq!(compiled.solution.objective, price, "{by}");
        let text = Plan::explained(&compiled).to_string();
        assert!(text.contains(line), "{text}");
    }
}
