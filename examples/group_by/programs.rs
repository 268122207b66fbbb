//! Summaries of each country's cities, in one loop over a table that is sorted by countries.

use common::cities::Point;
use common::countries::Code;
use fusus::cnf;

use crate::summary::{Summary, of_city};

cnf! {
    /// For each country the number of its cities, the middle of them and the northernmost latitude.
    #[cnf(loops = 1)]
    pub(crate) fn by_country(
        countries: &[Code],
        cities: &[Point],
    ) -> (Vec<Code>, Vec<u32>, Vec<Point>, Vec<f64>) {
        let (codes, totals) = fold_by(
            countries,
            Summary::NOTHING,
            |a, b| a.and(b),
            map(of_city, cities),
        );
        let (numbers, middles, norths) = map(|all| (all.cities, all.middle(), all.north), totals);
        (codes, numbers, middles, norths)
    }
}
