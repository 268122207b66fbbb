//! Groups the world's cities by country: their number, the middle of them and the northernmost, in
//! one loop.
//!
//! ```console
//! $ cargo run --release --example group_by [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;
mod summary;

use std::process::ExitCode;

use common::cities::Point;
use common::countries::Code;
use common::report::{self, fastest};
use common::text::grouped;
use common::{Report, cities, countries};
use programs::by_country;

/// The countries with the most cities, as counted in the source by other tools.
const MOST: [(&str, u32); 8] = [
    ("US", 17_343),
    ("IT", 10_053),
    ("MX", 8_947),
    ("FR", 8_941),
    ("DE", 7_650),
    ("ES", 7_178),
    ("IN", 7_073),
    ("BR", 5_882),
];

/// A country and what its cities come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Country {
    pub(crate) code: Code,
    pub(crate) cities: u32,
    pub(crate) middle: Point,
    pub(crate) north: f64,
}

fn main() -> ExitCode {
    report::run("group_by", "the world's cities by country", |report| {
        report.plans(&common::plans!("programs.rs"));

        let (cities, codes) = (cities::all()?, countries::of_cities()?);
        let (found, fused) = fastest(9, || by_country(&codes, &cities));
        let (expected, by_hand) = fastest(9, || by_hand::by_country(&codes, &cities));
        let mut all = table(&found);
        all.sort_by_key(|country| std::cmp::Reverse(country.cities));

        report.result("cities", grouped(cities.len()));
        report.result("countries", grouped(all.len()));
        show(report, &all);
        report.check("slices come to the same countries and numbers", {
            found.0 == expected.0 && found.1 == expected.1 && found.3 == expected.3
        });
        report.check("and to the same middles, but for rounding", {
            let near = |(a, b): (&Point, &Point)| (a.x - b.x).hypot(a.y - b.y) < 1e-6;
            found.2.iter().zip(&expected.2).all(near)
        });
        check_answers(report, &all);
        report.times(&[("fused", fused), ("by slices", by_hand)]);
        report.picture(&picture::draw(&all))
    })
}

fn table(found: &(Vec<Code>, Vec<u32>, Vec<Point>, Vec<f64>)) -> Vec<Country> {
    let rows = (0..found.0.len()).map(|row| Country {
        code: found.0[row],
        cities: found.1[row],
        middle: found.2[row],
        north: found.3[row],
    });
    rows.collect()
}

fn show(report: &mut Report, all: &[Country]) {
    let rows = all[..MOST.len()].iter().map(|country| {
        let Point { x, y } = country.middle;
        [
            country.code.letters().to_owned(),
            grouped(country.cities as usize),
            format!("{x:.2}°, {y:.2}°"),
            format!("{:.2}°", country.north),
        ]
    });
    report.table(
        ["country", "cities", "middle", "northernmost"],
        &rows.collect::<Vec<_>>(),
    );
}

/// Checks what is known of the countries.
fn check_answers(report: &mut Report, all: &[Country]) {
    let most = all[..MOST.len()].iter();
    let most = most.map(|country| (country.code.letters(), country.cities));
    report.check(
        "the most cities are where the source has them",
        most.eq(MOST),
    );
    let sum: usize = all.iter().map(|country| country.cities as usize).sum();
    report.check("every city has one country", sum == cities::COUNT);
    let by_north = |a: &&Country, b: &&Country| a.north.total_cmp(&b.north);
    let north = all.iter().max_by(by_north);
    report.check(
        "no city is farther north than Longyearbyen in Svalbard",
        north.is_some_and(|one| one.code.letters() == "SJ" && (one.north - 78.22).abs() < 0.01),
    );
    let fiji = all.iter().find(|country| country.code.letters() == "FJ");
    report.check(
        "the middle of Fiji is near the antimeridian",
        fiji.is_some_and(|one| one.middle.x.abs() > 177.0 && (one.middle.y + 18.0).abs() < 1.0),
    );
}
