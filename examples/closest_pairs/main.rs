//! Finds the two cities of the world that are closest to each other. The program is that of
//! Robinson, Lippmeier, Chakravarty and Keller, and calls itself on each half.
//!
//! ```console
//! $ cargo run --release --example closest_pairs
//! ```

mod programs;
mod sphere;
mod sweep;

use std::collections::BTreeSet;
use std::process::ExitCode;

use common::cities::{self, Point};
use common::report::{self, timed};
use common::text::{Coordinates, grouped};
use programs::{by_halves, of_all_pairs};
use sphere::{Pair, Place};

/// The number of points up to which every pair is looked at.
const FEW: usize = 64;

fn main() -> ExitCode {
    report::run(
        "closest_pairs",
        "the two closest of the world's cities",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let cities = different(&cities::all()?);
            let places: Vec<Place> = cities
                .iter()
                .enumerate()
                .map(|(city, point)| Place::new(city, *point))
                .collect();
            let (pair, halves) = timed(|| closest(&places));
            let (expected, sweep) = timed(|| sweep::closest(&places));

            report.result("places", grouped(places.len()));
            report.result("one", format!("{:.5}", Coordinates(cities[pair.a])));
            report.result("the other", format!("{:.5}", Coordinates(cities[pair.b])));
            report.result("apart", format!("{:.3} m", pair.metres()));
            report.check(
                "a sweep from south to north finds the same pair",
                pair == expected,
            );
            report.times(&[("by halves", halves), ("sorted and swept", sweep)]);
            Ok(())
        },
    )
}

/// The closest pair of any number of points.
pub(crate) fn closest(places: &[Place]) -> Pair {
    if places.len() <= FEW {
        of_all_pairs(places)
    } else {
        by_halves(places)
    }
}

/// The place that half of the others are below.
pub(crate) fn median(places: &[Place]) -> Place {
    let mut places = places.to_vec();
    let half = places.len() / 2;
    let (_, median, _) = places.select_nth_unstable_by(half, Place::order);
    *median
}

/// The cities without those that are at the very place of another.
fn different(cities: &[Point]) -> Vec<Point> {
    let mut seen = BTreeSet::new();
    cities
        .iter()
        .copied()
        .filter(|city| seen.insert((city.x.to_bits(), city.y.to_bits())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(points: &[(f64, f64)]) -> Vec<Place> {
        points
            .iter()
            .enumerate()
            .map(|(city, &(x, y))| Place::new(city, Point { x, y }))
            .collect()
    }

    #[test]
    fn no_and_one_place_have_no_pair() {
        assert_eq!(closest(&[]), Pair::NONE);
        assert_eq!(closest(&places(&[(1.0, 2.0)])), Pair::NONE);
    }

    #[test]
    fn many_places_agree_with_the_sweep() {
        for seed in 0..20 {
            let count = 60 + 20 * seed as usize;
            let point = |i| {
                let unit = |seed| common::random::unit(seed, i);
                (360.0 * unit(seed) - 180.0, 180.0 * unit(seed + 100) - 90.0)
            };
            let places = places(&(0..count).map(point).collect::<Vec<_>>());
            assert_eq!(closest(&places), sweep::closest(&places));
        }
    }

    #[test]
    fn places_on_one_parallel_are_halved_too() {
        let places = places(
            &(0..500)
                .map(|i| (0.7 * f64::from(i), 12.0))
                .collect::<Vec<_>>(),
        );
        assert_eq!(closest(&places), sweep::closest(&places));
    }

    #[test]
    fn a_pair_across_the_border_is_found() {
        // Two rows far from each other but for one pair, which the median parts.
        let row = |lat: f64| (0..50).map(move |i| (3.0 * f64::from(i), lat));
        let mut points: Vec<_> = row(-10.0).chain(row(10.0)).collect();
        points.extend([(-100.0, -0.01), (-100.0, 0.01)]);
        let pair = closest(&places(&points));
        assert_eq!((pair.a, pair.b), (100, 101));
    }
}
