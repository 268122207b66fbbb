//! The image that is dithered: mountains in the light of the evening.

use common::relief::mountains;

const SEED: u64 = 11;

/// Pixels on a unit of the mountains' folds.
const FOLD: f64 = 330.0;

/// A pixel from 0 to 255, by the slope towards the light.
pub(crate) fn grey(row: usize, column: usize) -> i32 {
    let height = |row: f64, column: f64| mountains(column / FOLD, row / FOLD, SEED);
    let (row, column) = (row as f64, column as f64);
    let slope = height(row, column) - height(row - 2.0, column - 3.0);
    (255.0 * (0.35 + 0.45 * height(row, column) + 9.0 * slope).clamp(0.0, 1.0)) as i32
}
