fusus::cnf! {
    fn mean(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| (a + b) / 2.0, xs)
    }
}

fn main() {
    let _ = mean(&[]);
}
