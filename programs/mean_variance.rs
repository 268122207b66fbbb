// Two moments in one pass: a fold whose accumulator is a tuple.
cnf! {
    /// The mean, and the mean square of the distance from it.
    pub fn mean_variance(xs: &[f32]) -> (f64, f64) {
        let (n, sum, squares) = fold(
            (0u64, 0.0f64, 0.0f64),
            |(n, sum, squares), x| {
                let x = f64::from(x);
                (n + 1, sum + x, squares + x * x)
            },
            |(n, s, q), (m, t, r)| (n + m, s + t, q + r),
            xs,
        );
        let mean = sum / n as f64;
        (mean, squares / n as f64 - mean * mean)
    }
}
