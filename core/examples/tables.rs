//! The published tables, from the sources of the programs: how many loops
//! each strategy leaves, the costs of their plans, and the arrays that are left.
//!
//! ```console
//! $ cargo run -p fusus-core --example tables
//! ```

#[path = "../tests/support/papers.rs"]
mod papers;

use fusus_core::ir::Op;
use fusus_core::plan::Plan;

/// The programs of Robinson's figure 6, and the loops given there.
const FIGURE_6: &[(&str, [usize; 4])] = &[
    ("normalize2", [5, 4, 3, 2]),
    ("closest_pairs", [6, 5, 3, 3]),
    ("quadtree", [8, 8, 2, 2]),
];

const STRATEGIES: &[&str] = &["unfused", "stream", "imperative", "paper", "optimal"];

fn plan(program: &str, strategy: &str) -> Plan {
    Plan::explained(&papers::compiled(program, Some(strategy)))
}

fn main() {
    loops();
    println!();
    objectives();
    println!();
    arrays();
}

/// Loops by strategy, those of the paper in parentheses.
fn loops() {
    println!("| loops | {} |", STRATEGIES.join(" | "));
    println!("|---|{}", "---|".repeat(STRATEGIES.len()));
    for (program, published) in FIGURE_6 {
        let cells: Vec<String> = STRATEGIES
            .iter()
            .enumerate()
            .map(|(index, strategy)| {
                let loops = plan(program, strategy).loops;
                match published.get(index) {
                    Some(published) => format!("{loops} ({published})"),
                    None => loops.to_string(),
                }
            })
            .collect();
        println!("| {program} | {} |", cells.join(" | "));
    }
}

/// The best plan of each program, by the rules of the paper, and the costs of it
/// and others.
fn objectives() {
    println!("| program | plan | objective | next best | stream | unfused | solved in |");
    println!("|---|---|---|---|---|---|---|");
    for (program, _) in papers::PROGRAMS {
        let best = plan(program, "paper");
        let clusters = best.clusters.iter().filter(|c| c.number.is_some());
        let clusters: Vec<String> = clusters.map(|cluster| cluster.braced()).collect();
        let next = best.next_best.map(|next| next.objective.to_string());
        println!(
            "| {program} | {} | {} | {} | {} | {} | {:.2} ms |",
            clusters.join(" "),
            best.objective,
            next.unwrap_or_else(|| "–".to_owned()),
            plan(program, "stream").objective,
            plan(program, "unfused").objective,
            best.solve_time.as_secs_f64() * 1e3,
        );
    }
}

/// Arrays that programs bind, and those that exist in memory. A `reshape` of an input is none of its
/// own.
fn arrays() {
    println!("| arrays | bound | in memory, unfused | in memory | loops | left |");
    println!("|---|---|---|---|---|---|");
    for (program, _) in papers::OF_ARRAYS {
        let [unfused, fused] = ["unfused", "optimal"].map(|strategy| {
            let compiled = papers::compiled(program, Some(strategy));
            let views: Vec<String> = (compiled.program.bindings.values())
                .filter(|binding| matches!(binding.op, Op::Reshape { .. }))
                .flat_map(|binding| binding.arrays())
                .map(|array| compiled.program.arrays[array].name.to_string())
                .collect();
            let plan = Plan::brief(&compiled);
            let names = plan.manifest.into_iter().map(|array| array.name);
            let left: Vec<String> = names.filter(|name| !views.contains(name)).collect();
            (left, plan.contracted.len(), plan.loops)
        });
        println!(
            "| {program} | {} | {} | {} | {} | {} |",
            fused.0.len() + fused.1,
            unfused.0.len(),
            fused.0.len(),
            fused.2,
            fused.0.join(" ")
        );
    }
}
