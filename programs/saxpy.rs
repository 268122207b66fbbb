cnf! {
    /// Adds a multiple of one array to another, in place.
    pub fn saxpy(a: f32, xs: &[f32], ys: &mut [f32]) {
        *ys = map(|x, y| a * x + y, xs, ys);
    }
}
