cnf! {
    /// Sums of radial basis functions around the points of a plane, at other points of it.
    pub fn rbf(xs: &[f64], ys: &[f64], us: &[f64], vs: &[f64], weights: &[f64]) -> Vec<f64> {
        generate(|i| sum(|k| {
            let (x, y) = (xs[i] - us[k], ys[i] - vs[k]);
            weights[k] * (-(x * x + y * y)).exp()
        }))
    }
}
