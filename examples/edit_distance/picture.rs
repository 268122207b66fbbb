//! The distances between all beginnings of two texts, and the path through them.

use common::picture::{Canvas, MARGIN, Ramp, house};

use crate::path::Change;

const TOP: usize = 150;

/// The pixels of a side of each distance.
const CELL: usize = 2;

pub(crate) fn draw(
    w: usize,
    distances: &[i32],
    changes: &[(Change, usize, usize)],
    text: &str,
) -> Canvas {
    let (left, h) = (MARGIN as usize, distances.len() / w);
    let mut canvas = Canvas::new(2 * left + CELL * w, TOP + CELL * h + 90);
    canvas.title("From one text to another", text);
    // Lines of equal distance from the diagonal path downwards.
    let ramp = Ramp(&[house::BACKGROUND, house::QUIET, house::TEXT]);
    let most = distances.iter().copied().max().unwrap_or(1);
    let shade = |row: usize, column: usize| {
        let distance = distances[row / CELL * w + column / CELL];
        let share = f64::from(distance) / f64::from(most);
        let line = if distance % 20 == 0 { 0.12 } else { 0.0 };
        ramp.at((0.75 * share + line).min(1.0)).rgb
    };
    let pixels = (0..CELL * h).flat_map(|row| (0..CELL * w).map(move |column| (row, column)));
    let pixels: Vec<[u8; 3]> = pixels.map(|(row, column)| shade(row, column)).collect();
    canvas.pixels((left, TOP), CELL * w, &pixels);
    let at = |i: usize, j: usize| {
        let middle = |cell: usize| (CELL * cell) as f64 + 1.0;
        (MARGIN + middle(j), TOP as f64 + middle(i))
    };
    let mut before = at(0, 0);
    for (change, i, j) in changes {
        let (colour, width) = match change {
            Change::Keep => (house::GOLD, 3.0),
            _ => (house::RED, 5.0),
        };
        let here = at(*i, *j);
        canvas.line(&[before, here], width, colour);
        before = here;
    }
    canvas.credit("drawn by fusus");
    canvas
}
