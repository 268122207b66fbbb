//! The landscape on the left, its edges on the right.

use common::picture::{Align, Canvas, MARGIN, Ramp, house};
use common::text::grouped;

use crate::{COLUMNS, ROWS};

const TOP: usize = 150;
const GAP: usize = 20;

/// The whole picture: the brightness of each place, the smooth one, and the edges.
pub(crate) fn draw(bright: &[f32], smooth: &[f32], edges: &[bool]) -> Canvas {
    let left = MARGIN as usize;
    let mut canvas = Canvas::new(2 * left + 2 * COLUMNS + GAP, TOP + ROWS + 90);
    let count = edges.iter().filter(|edge| **edge).count();
    let subtitle = format!(
        "{} of {} places are edges by Sobel's operator once the small details are gone",
        grouped(count),
        grouped(edges.len())
    );
    canvas.title("The edges of a landscape", &subtitle);
    let ground = Ramp(&[house::BACKGROUND, house::QUIET, house::TEXT]);
    let land: Vec<[u8; 3]> = bright
        .iter()
        .map(|light| ground.at(f64::from(*light)).rgb)
        .collect();
    canvas.pixels((left, TOP), COLUMNS, &land);
    let lines: Vec<[u8; 3]> = smooth
        .iter()
        .zip(edges)
        .map(|(light, edge)| {
            let dim = house::BACKGROUND.mix(house::GRID, f64::from(*light));
            if *edge { house::GOLD.rgb } else { dim.rgb }
        })
        .collect();
    canvas.pixels((left + COLUMNS + GAP, TOP), COLUMNS, &lines);
    let foot = (TOP + ROWS + 34) as f64;
    for (column, name) in [(left, "in the light"), (left + COLUMNS + GAP, "its edges")] {
        canvas.text((column as f64, foot), 17.0, house::QUIET, Align::Left, name);
    }
    canvas.credit("drawn by fusus");
    canvas
}
