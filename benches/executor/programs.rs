//! Programs that are compiled, for each list of instructions one.

use fusus::cnf;

cnf! {
    /// Adds three times one array to another.
    pub fn triad(bs: &[f64], cs: &[f64], into: &mut [f64]) {
        *into = map(|b, c| c * 3.0 + b, bs, cs);
    }
}

cnf! {
    /// A step of the heat equation in one dimension, but for the ends.
    pub fn heat(xs: &[f64], into: &mut [f64]) {
        *into = generate(|i| (xs[i] * 2.0 + (xs[i - 1] + xs[i + 1])) * 0.25);
    }
}

cnf! {
    /// A step of the heat equation in two axes, at the inner points of `n` rows of as many.
    pub fn plate(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, n]);
        generate(|i, j| {
            (a[[i - 1, j]] + a[[i + 1, j]] + (a[[i, j - 1]] + a[[i, j + 1]])) * 0.25
        })
    }
}

include!("../../programs/black_scholes_into.rs");
