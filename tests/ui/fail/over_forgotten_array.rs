fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        fold(0.0, |total, x| total + x, |a, b| a + b)
    }
}

fn main() {}
