fusus::cnf! {
    fn program(xs: &[f64]) -> Result<f64, String> {
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {}
