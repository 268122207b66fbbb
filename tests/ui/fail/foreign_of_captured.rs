fn reversed(xs: &[f64]) -> Vec<f64> {
    fusus::cnf! { map(|x| 2.0 * x, xs.rev()) }
}

fn main() {}
