cnf! {
    /// The edges of a picture: where its slope by Sobel's operator is steep.
    pub fn sobel(w: usize, h: usize, pixels: &[f32]) -> Vec<u8> {
        let p = reshape(pixels, [h, w]);
        let across = generate(|i, j| {
            let (right, left) = (p[[i - 1, j + 1]] + p[[i + 1, j + 1]], p[[i - 1, j - 1]] + p[[i + 1, j - 1]]);
            right - left + 2.0 * (p[[i, j + 1]] - p[[i, j - 1]])
        });
        let down = generate(|i, j| {
            let (below, above) = (p[[i + 1, j - 1]] + p[[i + 1, j + 1]], p[[i - 1, j - 1]] + p[[i - 1, j + 1]]);
            below - above + 2.0 * (p[[i + 1, j]] - p[[i - 1, j]])
        });
        let slope = map(|x, y| (x * x + y * y).sqrt(), across, down);
        map(|slope| if slope > STEEP { 255 } else { 0 }, slope)
    }
}
