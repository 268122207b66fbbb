cnf! {
    /// A scan of what a filter keeps of a scan, a map of a part of a tuple, and a count.
    pub fn levels(xs: &[i64]) -> (Vec<i64>, Vec<i64>, usize) {
        let sums = scan(0, |a, b| a + b, xs);
        let even = filter(|s| s % 2 == 0, sums);
        let again = scan(0, |a, b| a ^ b, even);
        let (x, (y, _)) = map(|x| (x, (x + 1, x + 2)), sums);
        (again, map(|x, y| x * y, x, y), len(even) + 1)
    }
}
