fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        if fold(0.0, |a, b| a + b, xs) < 0.0 {
            return 0.0;
        }
        fold(1.0, |a, b| a * b, xs)
    }
}

fn main() {}
