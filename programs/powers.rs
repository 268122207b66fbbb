cnf! {
    /// A curve of brightness: powers with an exponent that is no integer.
    pub fn powers(xs: &[f64]) -> Vec<f64> {
        map(|x| x.powf(1.7), xs)
    }
}
