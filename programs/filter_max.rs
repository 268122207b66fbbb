// Spiegelhauer and Sprent (2016): a fold and a filter of one map.
cnf! {
    /// Increments; the maximum, and the positive ones.
    pub fn filter_max(xs: &[i32]) -> (i32, Vec<i32>) {
        let incs = map(|x| x + 1, xs);
        let most = fold(i32::MIN, i32::max, incs);
        let kept = filter(|x| x > 0, incs);
        (most, kept)
    }
}
