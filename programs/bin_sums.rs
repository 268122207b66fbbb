// Sums by a key.
cnf! {
    /// The sum of the values of each of so many bins.
    pub fn bin_sums(at: &[u32], values: &[f64], bins: usize) -> Vec<f64> {
        let zeros = generate(bins, |_| 0.0);
        reduce_by_index(zeros, |a, b| a + b, at, values)
    }
}
