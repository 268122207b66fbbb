//! The heights of the landscape and its light.

use common::relief::mountains;

const SEED: u64 = 24;

/// Places on a unit of the mountains' folds.
const FOLD: f64 = 300.0;

/// The height of a place, in places.
pub(crate) fn height(row: usize, column: usize) -> f32 {
    (90.0 * mountains(column as f64 / FOLD, row as f64 / FOLD, SEED)) as f32
}

/// The brightness, from 0 to 1, of ground that rises so much over two places to the right and
/// downwards, in the light of the upper left.
pub(crate) fn light(right: f32, down: f32) -> f32 {
    let (right, down) = (right / 2.0, down / 2.0);
    let length = (right * right + down * down + 1.0).sqrt();
    ((0.5 * right + 0.5 * down + 0.7) / length).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_towards_the_light_are_brighter() {
        assert!(light(1.0, 1.0) > light(0.0, 0.0));
        assert!(light(0.0, 0.0) > light(-1.0, -1.0));
    }
}
