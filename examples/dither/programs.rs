//! Error diffusion by Floyd and Steinberg.

use fusus::cnf;

use crate::land::grey;

cnf! {
    /// The brightness of white.
    pub(crate) const WHITE: i32 = 255;

    /// An image in grey.
    pub(crate) fn landscape(h: usize, w: usize) -> Vec<i32> {
        generate([h, w], |i, j| grey(i, j))
    }

    /// A row in black and white, and what each of its points is too dark. A pixel takes in 7/16 of
    /// that of the pixel to its left, and 1/16, 5/16 and 3/16 of those of the three `above` it.
    #[cnf(loops = 1)]
    pub(crate) fn dithered(row: &[i32], above: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let p = pad(0, above);
        let wanted = generate(|j| 16 * row[j] + p[j - 1] + 5 * p[j] + 3 * p[j + 1]);
        let (shown, errors) = recurrence((0, 0), |(_, error), j| {
            let wanted = (wanted[j] + 7 * error[j - 1]) / 16;
            let shown = if wanted < WHITE / 2 { 0 } else { WHITE };
            (shown, wanted - shown)
        });
        (shown, errors)
    }

    /// The mean of each square of so many rows and columns.
    pub(crate) fn means(k: usize, h: usize, w: usize, pixels: &[i32]) -> Vec<i32> {
        let p = reshape(pixels, [h / k, k, w / k, k]);
        generate(|i, j| sum(|v, u| p[[i, v, j, u]])).map(|total| total / (k * k) as i32)
    }
}
