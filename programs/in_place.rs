cnf! {
    /// Adds a multiple of one array to another and doubles its elements, in place; the sum before that.
    pub fn in_place(xs: &[f64], ys: &mut [f64], a: f64) -> f64 {
        let old = fold(0.0, |a, b| a + b, ys);
        *ys = map(|x, y| a * x + y, xs, ys);
        *ys = gather(ys, map(|i| i / 2, 0..len(ys)));
        old
    }
}
