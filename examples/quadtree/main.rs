//! Builds the quadtree of the cities of the world by two programs of one loop each, and draws it.
//!
//! ```console
//! $ cargo run --release --example quadtree [FILE.svg]
//! ```

mod path;
mod picture;
mod programs;
mod survey;
mod tree;

use std::process::ExitCode;

use common::report::{self, timed};
use common::text::{Coordinates, grouped};
use common::{Report, cities};
use survey::Survey;
use tree::{Limits, Quadtree};

/// Small leaves draw the coasts well; the depth is more than a million cells side by side.
const LIMITS: Limits = Limits {
    capacity: 16,
    depth: 20,
};

fn main() -> ExitCode {
    report::run("quadtree", "where the world's cities are", |report| {
        report.plans(&common::plans!("programs.rs"));
        let cities = cities::all()?;
        let (tree, time) = timed(|| Quadtree::new(&cities, LIMITS));
        let survey = Survey::new(&tree);
        show(report, &tree, &survey);
        report.check(
            format!("each of {} cities is in one leaf", grouped(cities.len())),
            survey.cities == cities.len(),
        );
        report.times(&[("the whole tree", time)]);
        report.drawing(&picture::draw(&tree, &survey))
    })
}

/// Reports the facts about the tree.
fn show(report: &mut Report, tree: &Quadtree, survey: &Survey<'_>) {
    let (low, high) = (Coordinates(tree.bounds.low), Coordinates(tree.bounds.high));
    report.result("bounds", format!("{low} to {high}"));
    let (nodes, leaves) = (grouped(survey.nodes), grouped(survey.leaves));
    let capacity = tree.limits.capacity;
    report.result(
        "nodes",
        format!("{nodes}, of which {leaves} are leaves of at most {capacity} cities"),
    );
    report.result("depth", survey.depth);
    if let Some(deepest) = survey.deepest {
        report.result("deepest", deepest);
    }
    for (index, leaf) in survey.densest.iter().enumerate() {
        report.result(if index == 0 { "densest" } else { "" }, leaf);
    }
}
