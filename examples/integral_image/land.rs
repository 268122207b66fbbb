//! The landscape whose pixels are summed.

use common::relief::mountains;

const SEED: u64 = 7;

/// Pixels on a unit of the mountains' folds.
const FOLD: f64 = 260.0;

/// A pixel by its height.
pub(crate) fn grey(row: usize, column: usize) -> u32 {
    let height = mountains(column as f64 / FOLD, row as f64 / FOLD, SEED);
    (255.0 * height.clamp(0.0, 1.0)) as u32
}
