fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|y| sum(|k| xs[k] * xs[2 * k] * y), ys)
    }
}

fn main() {}
