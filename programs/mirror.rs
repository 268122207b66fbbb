cnf! {
    /// The part of a signal that is symmetric about its middle.
    pub fn mirror(xs: &[f32]) -> Vec<f32> {
        map(|x, opposite| 0.5 * (x + opposite), xs, reverse(xs))
    }
}
