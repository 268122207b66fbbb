fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(1.0, xs)
    }
}

fn main() {}
