//! Sorts the cities of the world into clusters by k-means: three programs of one loop each.
//!
//! ```console
//! $ cargo run --release --example kmeans [PICTURE.png]
//! ```

mod by_hand;
mod clusters;
mod picture;
mod programs;
mod sphere;

use std::process::ExitCode;

use clusters::{Clusters, cluster, start};
use common::Report;
use common::cities;
use common::report::{self, progress, timed};
use common::text::{Coordinates, grouped};
use sphere::Vector;

/// The number of clusters.
const CLUSTERS: u8 = 32;

/// The greatest number of steps.
const STEPS: usize = 200;

fn main() -> ExitCode {
    report::run("kmeans", "the world's cities in 32 clusters", |report| {
        report.plans(&common::plans!("programs.rs"));

        let cities = cities::all()?;
        let points: Vec<Vector> = cities.iter().copied().map(Vector::new).collect();
        let start = start(&points, CLUSTERS);
        let bar = progress(STEPS, "steps");
        let (clusters, fused) = timed(|| cluster(&points, &start, STEPS, || bar.inc(1)));
        bar.finish_and_clear();
        let (expected, by_hand) = timed(|| by_hand::cluster(&points, &start, STEPS));

        show(report, &clusters);
        check(report, &clusters, &expected);
        report.times(&[("fused", fused), ("one thread, by hand", by_hand)]);
        report.picture(&picture::draw(&cities, &clusters))
    })
}

fn show(report: &mut Report, clusters: &Clusters) {
    report.result("steps", clusters.spreads.len());
    let (first, last) = (clusters.spreads.first(), clusters.spreads.last());
    if let (Some(first), Some(last)) = (first, last) {
        report.result(
            "spread",
            format!("{first:.1} at first, {last:.1} in the end"),
        );
    }
    let mut rows: Vec<_> = clusters
        .sizes()
        .into_iter()
        .zip(&clusters.centres)
        .collect();
    rows.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let rows: Vec<_> = rows
        .into_iter()
        .take(8)
        .map(|(size, centre)| [format!("{:.1}", Coordinates(centre.place())), grouped(size)])
        .collect();
    report.table(["largest clusters", "cities"], &rows);
}

fn check(report: &mut Report, clusters: &Clusters, expected: &Clusters) {
    let falls = clusters
        .spreads
        .windows(2)
        .all(|pair| pair[1] <= pair[0] * (1.0 + 1e-12));
    report.check("no step spreads the clusters", falls);
    let all: usize = clusters.sizes().iter().sum();
    report.check("every city is in a cluster", all == cities::COUNT);
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * b;
    let same = clusters.spreads.iter().zip(&expected.spreads).all(near);
    report.check("a loop spreads them as far after every step", same);
    // Sums of another order round otherwise, which may decide about cities between two centres.
    let others = clusters
        .owners
        .iter()
        .zip(&expected.owners)
        .filter(|(a, b)| a != b)
        .count();
    report.check(
        format!("a loop comes to the same clusters, but for {others} cities"),
        clusters.owners.len() == expected.owners.len() && others * 1000 <= all,
    );
}
