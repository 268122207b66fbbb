// The runs of equal keys in a table that is sorted by them.
cnf! {
    /// Sums of the values of each run of equal keys.
    pub fn group_sums(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        let (groups, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        (groups, sums)
    }
}
