fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let p = pad(edge, xs);
        fold(0.0, |a, b| a + b, p)
    }
}

fn main() {}
