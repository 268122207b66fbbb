fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        xs.fold(|a, b| a + b, 0.0)
    }
}

fn main() {}
