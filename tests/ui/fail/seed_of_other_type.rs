fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        fold(0, |a, b| a + b, xs)
    }
}

fn main() {}
