//! The image in grey on the left, and in black and white on the right.

use common::picture::{Canvas, MARGIN, Ramp, house};

use crate::{COLUMNS, ROWS};

const TOP: usize = 150;
const GAP: usize = 20;

pub(crate) fn draw(pixels: &[i32], shown: &[i32]) -> Canvas {
    let left = MARGIN as usize;
    let mut canvas = Canvas::new(2 * left + 2 * COLUMNS + GAP, TOP + ROWS + 90);
    canvas.title(
        "Two colours",
        "each point gives what it is too dark or too light to its neighbours",
    );
    let ground = Ramp(&[house::BACKGROUND, house::QUIET, house::TEXT]);
    let colours = |pixels: &[i32]| -> Vec<[u8; 3]> {
        let colour = |pixel: &i32| ground.at(f64::from(*pixel) / 255.0).rgb;
        pixels.iter().map(colour).collect()
    };
    canvas.pixels((left, TOP), COLUMNS, &colours(pixels));
    canvas.pixels((left + COLUMNS + GAP, TOP), COLUMNS, &colours(shown));
    canvas.credit("drawn by fusus");
    canvas
}
