cnf! {
    /// The dot product.
    pub fn dot(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys))
    }
}
