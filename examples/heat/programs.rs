//! The heat in a plate, whose border is held at its temperatures.

use fusus::cnf;

cnf! {
    /// One step of Jacobi's: each place inside becomes the mean of its neighbours. Returns the
    /// largest change.
    pub(crate) fn relax(h: usize, w: usize, plate: &mut [f64]) -> f64 {
        let p = reshape(plate, [h, w]);
        let mean = generate(|i, j| 0.25 * (p[[i - 1, j]] + p[[i + 1, j]] + p[[i, j - 1]] + p[[i, j + 1]]));
        let change = generate(|i, j| (mean[[i, j]] - p[[i, j]]).abs());
        *p = mean;
        fold(0.0, f64::max, change)
    }
}
