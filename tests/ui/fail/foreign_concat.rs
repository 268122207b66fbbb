fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        concat(xs, ys)
    }
}

fn main() {}
