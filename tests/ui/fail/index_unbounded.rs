fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate(|i| 1.0 / i as f64)
    }
}

fn main() {}
