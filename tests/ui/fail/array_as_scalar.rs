fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        fold(map(|x| x + 1.0, xs), |a, b| a + b, xs)
    }
}

fn main() {}
