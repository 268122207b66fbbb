//! The landscape with noise on the left, and what is left of it on the right.

use common::picture::{Canvas, MARGIN, Ramp, house};
use common::text::grouped;

const TOP: usize = 150;
const GAP: usize = 20;

/// The pixels of the picture for each of the image.
const SCALE: usize = 7;

/// The whole picture.
pub(crate) fn draw(side: usize, noisy: &[f32], clean: &[f32], bands: usize) -> Canvas {
    let left = MARGIN as usize;
    let width = side * SCALE;
    let mut canvas = Canvas::new(2 * left + 2 * width + GAP, TOP + width + 90);
    canvas.title(
        "Each pixel looks at all others",
        &format!(
            "attention between {} patches, {bands} queries at a time, takes the noise away",
            grouped(side * side)
        ),
    );
    let ramp = Ramp(&[house::BACKGROUND, house::QUIET, house::TEXT]);
    for (image, start) in [(noisy, left), (clean, left + width + GAP)] {
        let pixel = |at: usize| {
            let (row, column) = (at / width / SCALE, at % width / SCALE);
            ramp.at(f64::from(image[row * side + column])).rgb
        };
        let pixels: Vec<[u8; 3]> = (0..width * width).map(pixel).collect();
        canvas.pixels((start, TOP), width, &pixels);
    }
    canvas.credit("drawn by fusus");
    canvas
}
