struct Sad;

fusus::cnf! {
    fn program(xs: &[f64]) -> Result<f64, Sad> {
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {}
