fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        filter(|x| x > 0.0, xs, ys)
    }
}

fn main() {}
