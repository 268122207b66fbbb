//! The sums by loops, to compare with.

use std::ops::Range;

/// The sums of all rectangles that begin at the first pixel.
pub(crate) fn integral_image(h: usize, w: usize, pixels: &[u32]) -> Vec<u32> {
    let mut sums = vec![0; h * w];
    for i in 0..h {
        let mut row = 0;
        for j in 0..w {
            row += pixels[i * w + j];
            let above = if i == 0 { 0 } else { sums[(i - 1) * w + j] };
            sums[i * w + j] = above + row;
        }
    }
    sums
}

/// The sum of a rectangle, pixel by pixel.
pub(crate) fn rectangle(
    w: usize,
    pixels: &[u32],
    rows: Range<usize>,
    columns: Range<usize>,
) -> u32 {
    rows.map(|i| pixels[i * w..][columns.clone()].iter().sum::<u32>())
        .sum()
}
