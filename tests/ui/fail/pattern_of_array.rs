fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let (a, b) = xs;
        fold(0.0, |a, b| a + b, a)
    }
}

fn main() {}
