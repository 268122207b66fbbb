//! The groups by slices of equal neighbours.

use common::cities::Point;
use common::countries::Code;

use crate::summary::{Summary, of_city};

pub(crate) fn by_country(
    countries: &[Code],
    cities: &[Point],
) -> (Vec<Code>, Vec<u32>, Vec<Point>, Vec<f64>) {
    let mut found = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut rest = cities;
    for run in countries.chunk_by(PartialEq::eq) {
        let (own, others) = rest.split_at(run.len());
        rest = others;
        let all = own.iter().map(|city| of_city(*city));
        let all = all.fold(Summary::NOTHING, Summary::and);
        found.0.push(run[0]);
        found.1.push(all.cities);
        found.2.push(all.middle());
        found.3.push(all.north);
    }
    found
}
