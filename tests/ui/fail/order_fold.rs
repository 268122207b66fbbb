fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        fold(xs, 0.0, |a, b| a + b)
    }
}

fn main() {}
