//! The landscape on the left; on the right what is higher than its surroundings.

use common::picture::{Canvas, MARGIN, Ramp, house};
use common::text::grouped;

use crate::programs::SQUARE;
use crate::{COLUMNS, ROWS};

const TOP: usize = 150;
const GAP: usize = 20;

/// The whole picture, of pixels and of the sums of the squares around those that have one.
pub(crate) fn draw(pixels: &[u32], squares: &[u32]) -> Canvas {
    let left = MARGIN as usize;
    let mut canvas = Canvas::new(2 * left + 2 * COLUMNS + GAP, TOP + ROWS + 90);
    canvas.title(
        "Higher than their surroundings",
        &format!(
            "in gold: above the mean of {} pixels around, which are four reads of sums",
            grouped(SQUARE * SQUARE)
        ),
    );
    let ground = Ramp(&[house::BACKGROUND, house::QUIET, house::TEXT]);
    let grey = |pixel: u32| ground.at(f64::from(pixel) / 255.0);
    let land: Vec<[u8; 3]> = pixels.iter().map(|pixel| grey(*pixel).rgb).collect();
    canvas.pixels((left, TOP), COLUMNS, &land);

    let inside = COLUMNS - SQUARE;
    let shown = |(at, sum): (usize, &u32)| {
        let (i, j) = (at / inside, at % inside);
        let pixel = pixels[(i + 1 + SQUARE / 2) * COLUMNS + j + 1 + SQUARE / 2];
        let is_high = pixel * (SQUARE * SQUARE) as u32 > *sum;
        let (colour, share) = if is_high {
            (house::GOLD, 0.75)
        } else {
            (house::BACKGROUND, 0.6)
        };
        grey(pixel).mix(colour, share).rgb
    };
    let high: Vec<[u8; 3]> = squares.iter().enumerate().map(shown).collect();
    let border = 1 + SQUARE / 2;
    canvas.pixels((left + COLUMNS + GAP + border, TOP + border), inside, &high);
    canvas.credit("drawn by fusus");
    canvas
}
