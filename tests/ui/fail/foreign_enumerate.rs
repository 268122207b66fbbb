fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|(i, x)| x * i as f64, enumerate(xs))
    }
}

fn main() {}
