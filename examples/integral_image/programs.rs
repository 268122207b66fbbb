//! Sums of rectangles.

use fusus::cnf;

use crate::land::grey;

cnf! {
    /// The pixels of a side of the squares that surround a pixel.
    pub(crate) const SQUARE: usize = 61;

    /// A landscape in grey, from 0 to 255.
    pub(crate) fn landscape(h: usize, w: usize) -> Vec<u32> {
        generate([h, w], |i, j| grey(i, j))
    }

    /// The sums of all rectangles that begin at the first pixel.
    pub(crate) fn integral_image(h: usize, w: usize, pixels: &[u32]) -> Vec<u32> {
        let p = reshape(pixels, [h, w]);
        generate(|i, j| sum(..=i, |v| sum(..=j, |u| p[[v, u]])))
    }

    /// The sums of all squares that begin behind the first row and column: four reads for each,
    /// however large they are.
    #[cnf(loops = 1)]
    pub(crate) fn squares(h: usize, w: usize, sums: &[u32]) -> Vec<u32> {
        let s = reshape(sums, [h, w]);
        generate(|i, j| {
            (s[[i + SQUARE, j + SQUARE]] - s[[i, j + SQUARE]]) - (s[[i + SQUARE, j]] - s[[i, j]])
        })
    }
}
