fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate(|i| xs[i + 123456789012])
    }
}

fn main() {}
