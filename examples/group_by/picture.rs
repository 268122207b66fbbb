//! A map with a disc for each country, and bars for those with the most cities.

use common::cities::Point;
use common::picture::{Align, CREDIT, Canvas, Colour, Globe, Ramp, house};
use common::text::grouped;

use crate::Country;

/// From the equator to the poles.
const NORTHERN: Ramp<'static> = Ramp(&[house::RED, house::GOLD, house::GREEN, house::BLUE]);

/// The countries that have a bar.
const BARS: usize = 12;

/// The discs that have a name.
const NAMED: usize = 34;

/// The whole picture, of countries with the most cities first.
pub(crate) fn draw(all: &[Country]) -> Canvas {
    let mut globe = Globe::new(2000);
    let cities = all.iter().map(|country| country.cities as usize).sum();
    let subtitle = format!(
        "{} cities of {} countries, each a disc at the middle of its cities as large as they are many",
        grouped(cities),
        all.len()
    );
    globe.canvas.title("Cities by country", &subtitle);
    for country in all {
        let at = globe.at(country.middle);
        globe
            .canvas
            .disc(at, radius(country), colour(country).fade(0.7));
    }
    let mut named: Vec<(f64, f64)> = Vec::new();
    for country in &all[..NAMED.min(all.len())] {
        let (x, y) = globe.at(country.middle);
        // Of those close together the larger one has its name.
        if named
            .iter()
            .any(|(a, b)| (a - x).abs() < 32.0 && (b - y).abs() < 22.0)
        {
            continue;
        }
        named.push((x, y));
        let name = country.code.letters();
        let canvas = &mut globe.canvas;
        canvas.text((x, y + 6.0), 17.0, house::TEXT, Align::Middle, name);
    }
    bars(&mut globe, all);
    globe.canvas.credit(CREDIT);
    globe.canvas
}

/// A disc has an area by the number of cities.
fn radius(country: &Country) -> f64 {
    0.55 * f64::from(country.cities).sqrt()
}

fn colour(country: &Country) -> Colour {
    NORTHERN.at(country.middle.y.abs() / 65.0)
}

/// Bars in the south of the Pacific, where no cities are.
fn bars(globe: &mut Globe, all: &[Country]) {
    let (left, top) = globe.at(Point { x: -172.0, y: 4.0 });
    let (right, bottom) = globe.at(Point { x: -95.0, y: -56.0 });
    let rows = &all[..BARS.min(all.len())];
    let most = rows
        .first()
        .map_or(1.0, |country| f64::from(country.cities));
    let height = (bottom - top) / rows.len() as f64;
    for (row, country) in rows.iter().enumerate() {
        let y = top + height * row as f64;
        let length = (right - left - 130.0) * f64::from(country.cities) / most;
        let (from, to) = (left + 45.0, left + 45.0 + length);
        let canvas = &mut globe.canvas;
        canvas.rectangle((from, y + 4.0), (to, y + height - 4.0), colour(country));
        let middle = y + height / 2.0 + 6.0;
        let name = country.code.letters();
        canvas.text((from - 10.0, middle), 17.0, house::TEXT, Align::Right, name);
        let number = grouped(country.cities as usize);
        canvas.text(
            (to + 10.0, middle),
            17.0,
            house::QUIET,
            Align::Left,
            &number,
        );
    }
}
