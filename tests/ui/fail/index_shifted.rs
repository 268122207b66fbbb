fusus::cnf! {
    fn program(xs: &[f64], n: usize) -> Vec<f64> {
        generate(|i| xs[i + n] - xs[i])
    }
}

fn main() {}
