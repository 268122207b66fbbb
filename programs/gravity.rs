cnf! {
    /// The inverse cubes of distances between bodies, by which their attraction is scaled.
    pub fn gravity(xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {
        let squares = map(|x, y, z| x * x + y * y + z * z + 1e-6, xs, ys, zs);
        map(|square| 1.0 / (square * square.sqrt()), squares)
    }
}
