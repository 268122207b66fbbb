fusus::cnf! {
    fn remainder(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a - b, xs)
    }
}

fn main() {
    let _ = remainder(&[]);
}
