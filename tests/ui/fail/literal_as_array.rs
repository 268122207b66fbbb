fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|x, k| x + k, xs, 1.0)
    }
}

fn main() {}
