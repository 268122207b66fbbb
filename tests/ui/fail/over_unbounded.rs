fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        generate(|i| xs[i] * sum(|k| k as f64))
    }
}

fn main() {}
