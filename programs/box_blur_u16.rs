cnf! {
    /// The mean of three by three neighbours, first along rows and then along columns, of numbers
    /// of 14 bits.
    pub fn box_blur_u16(w: usize, h: usize, pixels: &[u16]) -> Vec<u16> {
        let image = reshape(pixels, [h, w]);
        let across = generate(|i, j| (image[[i, j - 1]] + image[[i, j]] + image[[i, j + 1]]) / 3);
        generate(|i, j| (across[[i - 1, j]] + across[[i, j]] + across[[i + 1, j]]) / 3)
    }
}
