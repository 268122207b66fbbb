// Spiegelhauer and Sprent (2016), the simple scanomap.
cnf! {
    /// Running sums of the elements, each plus ten.
    pub fn simple_scanomap(xs: &[i32]) -> Vec<i32> {
        let a = map(|x| x + 10, xs);
        scan(0, |a, b| a + b, a)
    }
}
