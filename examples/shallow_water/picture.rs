//! The water at some times, lit from the north-west.

use common::picture::{Align, Canvas, Colour, MARGIN, Ramp, house};
use common::text::grouped;

use crate::{SIDE, STEPS};

const TOP: usize = 150;
const GAP: usize = 20;

/// The parts that are side by side.
const ACROSS: usize = 3;

/// The pixels of a cell in a row.
const SCALE: usize = 2;

/// From the deepest trough to the highest crest.
const WATER: Ramp<'static> = Ramp(&[
    Colour::hex(0x07_0d_1c),
    Colour::hex(0x14_33_66),
    Colour::hex(0x2f_7f_c1),
    Colour::hex(0xa8_e0_f0),
    Colour::hex(0xff_ff_ff),
]);

/// The whole picture: the depths at each of the times.
pub(crate) fn draw(seen: &[Vec<f64>]) -> Canvas {
    let (width, left) = (SIDE * SCALE, MARGIN as usize);
    let down = seen.len().div_ceil(ACROSS);
    let mut canvas = Canvas::new(
        2 * left + ACROSS * width + (ACROSS - 1) * GAP,
        TOP + down * (width + 50) + 60,
    );
    canvas.title(
        "Waves in shallow water",
        "Three drops on a torus: what leaves a square on one side comes back on the other",
    );
    for (part, depth) in seen.iter().enumerate() {
        let x = left + part % ACROSS * (width + GAP);
        let y = TOP + part / ACROSS * (width + 50);
        let pixels: Vec<[u8; 3]> = (0..width * width)
            .map(|at| pixel(depth, at / width / SCALE, at % width / SCALE))
            .collect();
        canvas.pixels((x, y), width, &pixels);
        let name = match part {
            0 => "the drops".to_owned(),
            _ => format!("after {} steps", grouped(part * STEPS)),
        };
        let foot = (x as f64, (y + width + 28) as f64);
        canvas.text(foot, 17.0, house::QUIET, Align::Left, &name);
    }
    canvas.credit("drawn by fusus");
    canvas
}

/// The colour of a cell: by its height, and lighter where it rises towards the north-west.
fn pixel(depth: &[f64], i: usize, j: usize) -> [u8; 3] {
    let at = |i: usize, j: usize| depth[i % SIDE * SIDE + j % SIDE];
    let here = at(i, j);
    let slope = here - at(i + 1, j + 1);
    WATER.at(0.45 + 2.5 * (here - 1.0) + 12.0 * slope).rgb
}
