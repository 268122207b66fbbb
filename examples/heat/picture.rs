//! The plate with its lines of equal temperature on the left, the changes on the right.

use common::picture::{Canvas, Colour, Frame, MARGIN, Ramp, Scale, house, ticks};
use common::text::grouped;

/// From the coldest to the warmest.
const HEAT: Ramp<'static> = Ramp(&[
    Colour::hex(0x8f_c7_ff),
    Colour::hex(0x2b_5a_a8),
    Colour::hex(0x14_1b_33),
    Colour::hex(0xa8_3b_35),
    Colour::hex(0xff_d7_8a),
]);

const TOP: usize = 150;

/// The pixels of a place in a row.
const SCALE: usize = 6;

/// The temperatures between two lines.
const LINES: f64 = 0.1;

/// The whole picture: the plate, and the largest change of each step.
pub(crate) fn draw(side: usize, plate: &[f64], changes: &[f64]) -> Canvas {
    let width = (side - 1) * SCALE;
    let left = MARGIN as usize;
    let mut canvas = Canvas::new(2 * left + 2 * width + 140, TOP + width + 90);
    canvas.title(
        "The heat in a plate",
        &format!(
            "{} steps until each place is the mean of its neighbours; a line every {LINES}°",
            grouped(changes.len())
        ),
    );
    let pixels: Vec<[u8; 3]> = (0..width * width)
        .map(|at| pixel(side, plate, at / width, at % width))
        .collect();
    canvas.pixels((left, TOP), width, &pixels);

    let logs: Vec<f64> = changes.iter().map(|change| change.log10()).collect();
    let lowest = logs.last().copied().unwrap_or(-1.0).floor();
    let start = (left + width + 130) as f64;
    let frame = Frame {
        x: Scale {
            numbers: (0.0, changes.len() as f64),
            pixels: (start, start + width as f64),
        },
        y: Scale {
            numbers: (lowest, 0.0),
            pixels: ((TOP + width) as f64 - 30.0, TOP as f64 + 30.0),
        },
    };
    frame.panel(&mut canvas, "The largest change of a step");
    frame.label_y(&mut canvas, &ticks((lowest, 0.0), 9), |power| {
        format!("1e{power:.0}")
    });
    frame.label_x(
        &mut canvas,
        &ticks((0.0, changes.len() as f64), 5),
        |step| grouped(step as usize),
        "step",
    );
    let every = (logs.len() / 2000).max(1);
    let points: Vec<(f64, f64)> = (0..logs.len())
        .step_by(every)
        .map(|step| frame.at(step as f64, logs[step]))
        .collect();
    canvas.line(&points, 2.5, house::GOLD);
    canvas.credit("drawn by fusus");
    canvas
}

/// The colour of a pixel: between four places, and lighter on a line.
fn pixel(side: usize, plate: &[f64], row: usize, column: usize) -> [u8; 3] {
    let heat = between(side, plate, row, column);
    let level = |heat: f64| (heat / LINES).floor();
    let next = |down: usize, right: usize| {
        let last = (side - 1) * SCALE - 1;
        between(
            side,
            plate,
            (row + down).min(last),
            (column + right).min(last),
        )
    };
    let crosses = [next(1, 0), next(0, 1)]
        .into_iter()
        .any(|other| level(other) != level(heat));
    let colour = HEAT.at(0.5 + heat / 2.0);
    colour
        .mix(house::TEXT, if crosses { 0.45 } else { 0.0 })
        .rgb
}

fn between(side: usize, plate: &[f64], row: usize, column: usize) -> f64 {
    let at = |i: usize, j: usize| plate[i * side + j];
    let split = |pixel: usize| (pixel / SCALE, (pixel % SCALE) as f64 / SCALE as f64);
    let ((i, y), (j, x)) = (split(row), split(column));
    let mix = |a: f64, b: f64, share: f64| a + (b - a) * share;
    mix(
        mix(at(i, j), at(i, j + 1), x),
        mix(at(i + 1, j), at(i + 1, j + 1), x),
        y,
    )
}
