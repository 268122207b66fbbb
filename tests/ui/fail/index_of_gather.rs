fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate(|i| xs[i / 2])
    }
}

fn main() {}
