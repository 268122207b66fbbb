fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        generate(|i| xs[i + 1] * i)
    }
}

fn main() {}
