cnf! {
    /// Pairs of normally distributed numbers, from pairs of uniformly distributed ones.
    pub fn box_muller(us: &[f64], vs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let radii  = map(|u| (-2.0 * u.ln()).sqrt(), us);
        let angles = map(|v| std::f64::consts::TAU * v, vs);
        let firsts  = map(|r, a| r * a.cos(), radii, angles);
        let seconds = map(|r, a| r * a.sin(), radii, angles);
        (firsts, seconds)
    }
}
