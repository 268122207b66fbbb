fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        generate(|i| xs[i - 5] + xs[3 - i])
    }
}

fn main() {}
