cnf! {
    /// Divides by the sum of all elements, and by the sum of the positive ones, into the caller's arrays.
    pub fn normalize2_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        *ys1 = map(|x| x / sum1, xs);
        *ys2 = map(|x| x / sum2, xs);
    }
}
