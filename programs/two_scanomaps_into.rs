cnf! {
    /// The sum of two running sums, of which one is of a map of the other's elements, into the caller's array.
    pub fn two_scanomaps_into(xs: &[i32], ys: &mut [i32]) {
        let a  = map(|x| x + 10, xs);
        let b1 = scan(0, |a, b| a + b, a);
        let a2 = map(|x| x + 1, a);
        let b2 = scan(0, |a, b| a + b, a2);
        *ys = map(|x, y| x + y, b1, b2);
    }
}
