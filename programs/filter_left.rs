// Robinson et al. (2014). A map and a filter of one array.
cnf! {
    /// Increments; the even ones.
    pub fn filter_left(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let ys1 = map(|x| x + 1, xs);
        let ys2 = filter(|x| x % 2 == 0, xs);
        (ys1, ys2)
    }
}
