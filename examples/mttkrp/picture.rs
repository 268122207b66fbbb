//! The products into which the flights fall: a row for each, with its vectors along the three axes.

use common::picture::{Align, Canvas, Colour, MARGIN, house};
use common::text::grouped;

const TOP: f64 = 190.0;
const ROW: f64 = 190.0;
const WIDTH: f64 = 440.0;
const GAP: f64 = 60.0;

const COLOURS: [Colour; 4] = [house::BLUE, house::GOLD, house::GREEN, house::RED];

/// The whole picture.
pub(crate) fn draw(products: &[(f64, [Vec<f64>; 3])], explained: f64) -> Canvas {
    let left = MARGIN + 130.0;
    let width = left + 3.0 * WIDTH + 2.0 * GAP + MARGIN;
    let height = TOP + ROW * products.len() as f64 + 100.0;
    let mut canvas = Canvas::new(width as usize, height as usize);
    canvas.title(
        "Kinds of flights",
        &format!(
            "{} products of vectors are {:.1} % of a tensor of flights by hour, distance and delay",
            products.len(),
            100.0 * explained
        ),
    );
    let names = [
        "by hour, 0:00 to 24:00",
        "by distance, to 2500 miles",
        "by delay, −30 to 90 minutes",
    ];
    for (axis, name) in names.iter().enumerate() {
        let x = left + axis as f64 * (WIDTH + GAP);
        canvas.text((x, TOP - 24.0), 22.0, house::QUIET, Align::Left, name);
    }
    for (number, (flights, vectors)) in products.iter().enumerate() {
        let bottom = TOP + ROW * (number + 1) as f64 - 30.0;
        let colour = COLOURS[number % COLOURS.len()];
        let label = grouped(*flights as usize);
        canvas.text(
            (MARGIN, bottom - 60.0),
            24.0,
            house::TEXT,
            Align::Left,
            &label,
        );
        for (axis, vector) in vectors.iter().enumerate() {
            let x = left + axis as f64 * (WIDTH + GAP);
            bars(&mut canvas, (x, bottom), vector, colour);
        }
    }
    canvas.credit("Flights: US Bureau of Transportation Statistics · drawn by fusus");
    canvas
}

/// A vector as bars, the highest of which fills the row.
fn bars(canvas: &mut Canvas, (left, bottom): (f64, f64), vector: &[f64], colour: Colour) {
    let height = ROW - 50.0;
    let most = vector.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let width = WIDTH / vector.len() as f64;
    canvas.rectangle(
        (left, bottom - height),
        (left + WIDTH, bottom),
        house::PANEL,
    );
    for (at, value) in vector.iter().enumerate() {
        let x = left + at as f64 * width;
        let top = bottom - height * value / most;
        canvas.rectangle((x + 1.0, top), (x + width - 1.0, bottom), colour);
    }
}
