//! Times the exact solvers on random programs and prints a table:
//!
//! ```text
//! cargo run -p fusus-cluster --example solver_table -- [search|microlp] [COUNT [SIZES…]]
//! ```
//!
//! Run it without `--release`: Cargo builds proc-macros, and all they depend
//! on, without optimisation.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Duration;

use fusus_cluster::{Limit, Paper, Solver, optimal, strategy};
use fusus_rng::Rng;
use support::random::{self, Shape};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let solver = match arguments.first().map(String::as_str) {
        Some("microlp") => Solver::Microlp,
        #[cfg(feature = "coin_cbc")]
        Some("coin_cbc") => Solver::CoinCbc,
        _ => Solver::Search,
    };
    let count = numbers.first().copied().unwrap_or(200);
    let sizes = numbers.get(1..).filter(|sizes| !sizes.is_empty());
    let sizes = sizes.unwrap_or(&[10, 15, 20, 25, 30, 40]);
    println!(
        "| {solver:?}: bindings | programs | median | 90 % | worst | proven | worst gap | greedy is optimal |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (kind, any) in [("a quarter preventing", false), ("any", true)] {
        for &nodes in sizes {
            row(solver, kind, any, count, nodes);
        }
    }
}

fn row(solver: Solver, kind: &str, any: bool, count: usize, nodes: usize) {
    let greedy = strategy("greedy").expect("greedy exists");
    let mut times: Vec<Duration> = Vec::new();
    let (mut proven, mut gap, mut greedy_wins) = (0, 0.0_f64, 0);
    for seed in 0..count as u64 {
        let mut rng = Rng::new(seed);
        let shape = if any {
            Shape::any(&mut rng, nodes)
        } else {
            Shape::quarter(nodes)
        };
        let graph = random::graph(seed, shape);
        let solution = optimal(&graph, &Paper, solver, Limit::default());
        times.push(solution.time);
        proven += usize::from(solution.is_optimal());
        let objective = solution.objective as f64;
        gap = gap.max((objective - solution.lower_bound as f64) / objective.max(1.0));
        let quick = greedy.cluster(&graph, &Paper, Limit::default());
        greedy_wins += usize::from(quick.objective == solution.objective);
    }
    times.sort();
    let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    println!(
        "| {nodes}, {kind} | {count} | {} | {} | {} | {proven} | {:.0} % | {greedy_wins} |",
        ms(times[count / 2]),
        ms(times[count * 9 / 10]),
        ms(times[count - 1]),
        gap * 100.0,
    );
}
