//! Finds the convex hull of the cities of the world, by quickhull.
//!
//! ```console
//! $ cargo run --release --example quickhull [PICTURE.png]
//! ```

mod chain;
mod hull;
mod picture;
mod plane;
mod programs;

use std::process::ExitCode;

use common::cities;
use common::report::{self, fastest};
use common::text::{Coordinates, grouped};
use plane::Point;

fn main() -> ExitCode {
    report::run(
        "quickhull",
        "the convex hull of the world's cities",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let cities = cities::all()?;
            let pts: Vec<Point> = cities.iter().map(|city| Point::new(*city)).collect();
            let (hull, quick) = fastest(5, || hull::hull(&pts));
            let (expected, chain) = fastest(5, || chain::hull(&pts));

            report.result("points", grouped(pts.len()));
            report.result("corners", hull.corners.len());
            for (index, corner) in hull.corners.iter().enumerate() {
                let name = if index == 0 { "from the west" } else { "" };
                report.result(name, format!("{:.5}", Coordinates(corner.degrees())));
            }
            report.check(
                "Andrew's monotone chain has the same corners",
                hull.corners == expected,
            );
            report.times(&[("quickhull", quick), ("monotone chain", chain)]);
            report.picture(&picture::draw(&cities, &hull))
        },
    )
}
