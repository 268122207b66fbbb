// Spiegelhauer and Sprent (2016), two scanomaps.
cnf! {
    /// The sum of two running sums, of which one is of a map of the other's elements.
    pub fn two_scanomaps(xs: &[i32]) -> Vec<i32> {
        let a  = map(|x| x + 10, xs);
        let b1 = scan(0, |a, b| a + b, a);
        let a2 = map(|x| x + 1, a);
        let b2 = scan(0, |a, b| a + b, a2);
        map(|x, y| x + y, b1, b2)
    }
}
