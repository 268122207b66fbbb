fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let (a, b) = fold(0.0, |a, b| a + b, xs);
        a + b
    }
}

fn main() {}
