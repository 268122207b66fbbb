//! The costs of lists of array operations, for all partitioners and costs, beside published ones:
//!
//! ```text
//! cargo run --release -p fusus-cluster --example partitions
//! ```
//!
//! `cluster/tests/lists/README.md` says where the lists and the figures come from.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use fusus_cluster::graph::Graph;
use fusus_cluster::operations::Reductions;
use fusus_cluster::{COSTS, Clustering, Fusible, Limit, Objective, PARTITIONERS, cost};
use support::lists::{self, Known};

fn main() {
    let lists = lists::all();
    elements(&lists);
    println!();
    shares(&lists);
    println!();
    traffic(&lists);
}

/// A partition and its cost, by the name of the partitioner.
struct Found {
    clustering: Clustering,
    price: u64,
    /// True if no partition is known to cost less.
    proven: bool,
}

/// Partitions a graph by all partitioners.
fn partitions(graph: &Graph, by: &str) -> BTreeMap<&'static str, Found> {
    let cost = cost(by).expect("it is listed");
    let found = PARTITIONERS.iter().map(|partitioner| {
        let solution = partitioner.cluster(graph, &*cost, Limit::seconds(1.0));
        let found = Found {
            proven: solution.is_optimal(),
            price: solution.objective,
            clustering: solution.clustering,
        };
        (partitioner.name(), found)
    });
    found.collect()
}

fn objective(graph: &Graph, by: &str) -> Objective {
    let cost = cost(by).expect("it is listed");
    cost.objective(graph, &Fusible::of(graph))
}

/// The costs that come from the memory of a list.
fn costs() -> impl Iterator<Item = &'static str> {
    let others = ["paper", "messages"];
    let costs = COSTS.iter().copied();
    costs.filter(move |name| !others.contains(name))
}

fn names() -> Vec<&'static str> {
    PARTITIONERS.iter().map(|known| known.name()).collect()
}

fn header(first: &str, columns: &[&str]) {
    println!("| {first} | {} |", columns.join(" | "));
    println!("|---|{}", "---|".repeat(columns.len()));
}

/// Every cost of the lists as they are.
fn elements(lists: &[Known]) {
    println!(
        "Costs in elements, at most one reduction a loop; those computed before in parentheses,"
    );
    println!("optima that are proven with a check mark.\n");
    header("program", &[&["cost"], &names()[..]].concat());
    for known in lists {
        let graph = known.graph(Reductions::One);
        for by in costs() {
            let row = known.costs.iter().find(|(name, _)| name == by);
            let before = |name: &str| {
                let column = ["singleton", "linear", "optimal"];
                let column = column.iter().position(|column| *column == name)?;
                row.and_then(|(_, values)| values[column])
            };
            let found = partitions(&graph, by);
            let cells = names().into_iter().map(|name| {
                let Found { price, proven, .. } = found[name];
                let before = before(name).map_or_else(String::new, |known| format!(" ({known})"));
                let mark = if proven && name == "optimal" {
                    " ✓"
                } else {
                    ""
                };
                format!("{price}{before}{mark}")
            });
            println!(
                "| {} | {by} | {} |",
                known.program,
                cells.collect::<Vec<_>>().join(" | ")
            );
        }
    }
}

/// The bytes of partitions at the size of the suite, by what they minimise.
fn shares(lists: &[Known]) {
    println!(
        "Bytes of definition 13 at the size of the suite, as share of those of a loop for each"
    );
    println!(
        "operation, by the cost that is minimised; in parentheses the figures of the article's"
    );
    println!("definition that were computed before.\n");
    header(
        "program",
        &[&["GB alone", "minimised"], &names()[1..]].concat(),
    );
    for known in lists {
        let Some(graph) = known.at_suite_size(Reductions::One) else {
            continue;
        };
        let bytes = objective(&graph, "bytes");
        for by in costs() {
            let found = partitions(&graph, by);
            let price = |name: &str| bytes.price(&graph, &found[name].clustering) as f64;
            let alone = price("singleton");
            let cells = names().into_iter().skip(1).map(|name| {
                let columns = ["linear", "greedy", "optimal"];
                let column = columns
                    .iter()
                    .position(|column| *column == name && by == "bytes");
                let before = column.and_then(|column| *known.shares.get(column)?);
                let before = before.map_or_else(String::new, |known| format!(" ({known:.3})"));
                format!("{:.4}{before}", price(name) / alone)
            });
            let cells: Vec<String> = cells.collect();
            println!(
                "| {} | {:.3} | {by} | {} |",
                known.program,
                alone / 1e9,
                cells.join(" | ")
            );
        }
    }
}

/// The gigabytes that memory sees, with any number of reductions a loop.
fn traffic(lists: &[Known]) {
    println!(
        "Gigabytes of traffic at the size of the suite, with any number of reductions a loop; in"
    );
    println!("parentheses those that were computed before.\n");
    let columns = [
        "alone",
        "linear",
        "greedy by bytes",
        "greedy",
        "linear-then-greedy",
        "optimal",
        "loops of it",
    ];
    header("program", &columns);
    for known in lists {
        let Some(graph) = known.at_suite_size(Reductions::Many) else {
            continue;
        };
        let priced = objective(&graph, "traffic");
        let (by_bytes, by_traffic) = (partitions(&graph, "bytes"), partitions(&graph, "traffic"));
        let prices = [
            by_traffic["singleton"].price,
            by_traffic["linear"].price,
            priced.price(&graph, &by_bytes["greedy"].clustering),
            by_traffic["greedy"].price,
            by_traffic["linear-then-greedy"].price,
            by_traffic["optimal"].price,
        ];
        let mut cells: Vec<String> = Vec::new();
        for (column, price) in prices.iter().enumerate() {
            let before = known.traffic.get(column).copied().flatten();
            let before = before.map_or_else(String::new, |known| format!(" ({known})"));
            cells.push(format!("{:.4}{before}", *price as f64 / 1e9));
        }
        cells.push(by_traffic["optimal"].clustering.loops(&graph).to_string());
        println!("| {} | {} |", known.program, cells.join(" | "));
    }
}
