fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        generate(|i| sum(|k| xs[i + k]))
    }
}

fn main() {}
