//! The cities in the colours of their clusters, over the lands that are nearest to each centre.

use common::cities::Point;
use common::picture::{CREDIT, Canvas, Colour, Globe, Ramp, house};
use common::text::grouped;

use crate::clusters::Clusters;
use crate::programs::assign;
use crate::sphere::Vector;

/// Around the circle of colours, all equally bright to the eye.
const HUES: Ramp<'static> = Ramp(&[
    Colour::hex(0xff_7d_7d),
    Colour::hex(0xf7_a4_5b),
    Colour::hex(0xe6_cf_5f),
    Colour::hex(0x8f_d8_6b),
    Colour::hex(0x4f_d6_b0),
    Colour::hex(0x58_bf_f2),
    Colour::hex(0x8a_9c_ff),
    Colour::hex(0xcb_8a_f5),
    Colour::hex(0xff_82_c3),
    Colour::hex(0xff_7d_7d),
]);

/// The golden section puts the colours of few clusters far apart, and of more in between.
fn colour(cluster: usize) -> Colour {
    HUES.at((0.618_033_988_75 * cluster as f64).fract())
}

/// The whole picture.
pub(crate) fn draw(cities: &[Point], clusters: &Clusters) -> Canvas {
    let mut globe = Globe::new(2000);
    let subtitle = format!(
        "{} cities in {} clusters, each around the middle of its cities: k-means after {} steps",
        grouped(cities.len()),
        clusters.centres.len(),
        clusters.spreads.len()
    );
    globe.canvas.title("Where the world gathers", &subtitle);
    lands(&mut globe, clusters);
    globe.dots(cities, 0.75, |city| {
        colour(usize::from(clusters.owners[city])).fade(0.75)
    });
    let places: Vec<(f64, f64)> = clusters
        .centres
        .iter()
        .map(|c| globe.at(c.place()))
        .collect();
    for place in &places {
        globe.canvas.disc(*place, 6.5, house::BACKGROUND);
        globe.canvas.disc(*place, 4.5, house::TEXT);
    }
    // Over all centres, of which some are close together.
    for ((x, y), size) in places.into_iter().zip(clusters.sizes()) {
        globe.canvas.label((x, y - 13.0), 20.0, &grouped(size));
    }
    globe.canvas.credit(CREDIT);
    globe.canvas
}

/// Tints every pixel of the map with the colour of the nearest centre, and draws the borders.
fn lands(globe: &mut Globe, clusters: &Clusters) {
    let (at, columns, rows) = globe.pixels();
    let places: Vec<Vector> = (0..columns * rows)
        .map(|i| Vector::new(globe.place(i % columns, i / columns)))
        .collect();
    let (owners, _) = assign(&places, &clusters.centres);
    let pixels: Vec<[u8; 3]> = (0..owners.len())
        .map(|i| {
            let differs = |j: usize| owners.get(j).is_some_and(|other| *other != owners[i]);
            let border = differs(i + columns) || (i % columns + 1 < columns && differs(i + 1));
            let share = if border { 0.45 } else { 0.13 };
            house::PANEL.mix(colour(usize::from(owners[i])), share).rgb
        })
        .collect();
    globe.canvas.pixels(at, columns, &pixels);
}
