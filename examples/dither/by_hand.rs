//! Error diffusion by loops over one image, in which errors are added to what is still to come.

use crate::programs::WHITE;

pub(crate) fn dithered(w: usize, pixels: &[i32]) -> Vec<i32> {
    let h = pixels.len() / w.max(1);
    // Sixteenths, so that errors of several pixels are added before they are rounded.
    let mut wanted: Vec<i32> = pixels.iter().map(|pixel| 16 * pixel).collect();
    let mut shown = vec![0; pixels.len()];
    for i in 0..h {
        for j in 0..w {
            let value = wanted[i * w + j] / 16;
            shown[i * w + j] = if value < WHITE / 2 { 0 } else { WHITE };
            let error = value - shown[i * w + j];
            let mut give = |row: usize, column: Option<usize>, share: i32| {
                if let Some(column) = column.filter(|column| row < h && *column < w) {
                    wanted[row * w + column] += share * error;
                }
            };
            give(i, Some(j + 1), 7);
            give(i + 1, j.checked_sub(1), 3);
            give(i + 1, Some(j), 5);
            give(i + 1, Some(j + 1), 1);
        }
    }
    shown
}
