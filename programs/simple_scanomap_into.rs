cnf! {
    /// Running sums of the elements, each plus ten, into the caller's array.
    pub fn simple_scanomap_into(xs: &[i32], ys: &mut [i32]) {
        let a = map(|x| x + 10, xs);
        *ys = scan(0, |a, b| a + b, a);
    }
}
