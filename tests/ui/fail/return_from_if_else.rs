fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        if xs.is_empty() { return 0.0; } else { return 1.0; }
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {}
