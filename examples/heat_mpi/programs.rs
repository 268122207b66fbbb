//! The heat in a rod, whose ends are insulated.

use fusus::cnf;

cnf! {
    /// One explicit step: each place comes nearer to the mean of its neighbours. Returns the rod and
    /// its largest change.
    #[backend(mpi, cpu)]
    pub(crate) fn step(rod: &[f64], rate: f64) -> (Vec<f64>, f64) {
        let around = pad(edge, rod);
        let next   = generate(|i| rod[i] + rate * (around[i - 1] - 2.0 * rod[i] + around[i + 1]));
        let change = map(|a: f64, b: f64| (a - b).abs(), next, rod);
        (next, fold(0.0, f64::max, change))
    }

    /// All heat of the rod.
    #[backend(mpi, cpu)]
    pub(crate) fn heat(rod: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, rod)
    }
}
