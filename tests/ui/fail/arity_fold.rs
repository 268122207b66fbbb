fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        fold(|a, b| a + b, xs)
    }
}

fn main() {}
