cnf! {
    /// The exponential moving average: each value is nine parts of the one before it and one part
    /// of the element.
    pub fn moving_average(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }
}
