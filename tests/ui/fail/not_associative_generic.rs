//! Nothing is known of `T`, but the operator is one on floats.

fusus::cnf! {
    fn squares<T: Copy + Into<f64> + Send + Sync>(xs: &[T]) -> f64 {
        fold(0.0, |sum, x| sum + x * x, map(|x| x.into(), xs))
    }
}

fn main() {
    let _ = squares(&[1.0_f32]);
}
