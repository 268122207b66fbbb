//! Mountains and lakes that never were.

use common::relief::mountains;

/// The width of a cell, in metres.
pub(crate) const CELL: f32 = 30.0;

/// The greatest height of the mountains, about, in metres.
pub(crate) const TOP: f32 = 2400.0;

/// The height of the lakes.
pub(crate) const LAKES: f32 = 420.0;

const SEED: u64 = 15;

/// The number of cells in a row.
pub(crate) fn side(radius: usize) -> usize {
    2 * radius + 1
}

/// The number of cells.
pub(crate) fn cell_count(radius: usize) -> usize {
    side(radius) * side(radius)
}

/// The height of a cell in metres.
pub(crate) fn height(cell: usize, radius: usize) -> f32 {
    let side = side(radius);
    let of = |at: usize| at as f64 / side as f64;
    let (x, y) = (of(cell % side), of(cell / side));
    // A summit in the middle, from which there is something to see.
    let (dx, dy) = (x - 0.5, y - 0.5);
    let summit = 0.75 * (-dx.hypot(dy) / 0.035).exp();
    let height = TOP * (mountains(3.3 * x, 3.3 * y, SEED) + summit) as f32;
    height.max(LAKES)
}
