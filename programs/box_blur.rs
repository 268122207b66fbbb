cnf! {
    /// The mean of three by three neighbours, first along rows and then along columns.
    pub fn box_blur(w: usize, h: usize, pixels: &[f32]) -> Vec<f32> {
        let image = reshape(pixels, [h, w]);
        let across =
            generate(|i, j| THIRD * (image[[i, j - 1]] + image[[i, j]] + image[[i, j + 1]]));
        generate(|i, j| THIRD * (across[[i - 1, j]] + across[[i, j]] + across[[i + 1, j]]))
    }
}
