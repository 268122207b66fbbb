// Counts of positions that repeat.
cnf! {
    /// The number of times that each of so many bins occurs.
    pub fn histogram(at: &[u32], bins: usize) -> Vec<u32> {
        let zeros = generate(bins, |_| 0u32);
        let ones = map(|_| 1u32, at);
        reduce_by_index(zeros, |a, b| a + b, at, ones)
    }
}
