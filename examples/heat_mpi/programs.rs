//! The heat in a plate, whose sides are insulated.

use fusus::cnf;

cnf! {
    /// One explicit step: each place comes nearer to the mean of its neighbours. Returns the plate and
    /// its largest change.
    #[backend(mpi, cpu)]
    pub(crate) fn step(h: usize, w: usize, plate: &[f64], rate: f64) -> (Vec<f64>, f64) {
        let p = reshape(plate, [h, w]);
        let q = pad(edge, p);
        let change = generate(|i, j| rate * (q[[i - 1, j]] + q[[i + 1, j]] + q[[i, j - 1]] + q[[i, j + 1]] - 4.0 * p[[i, j]]));
        let next = map(|a, d| a + d, p, change);
        (next, fold(0.0, f64::max, map(|d: f64| d.abs(), change)))
    }

    /// All heat of the plate.
    #[backend(mpi, cpu)]
    pub(crate) fn heat(plate: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, plate)
    }
}
