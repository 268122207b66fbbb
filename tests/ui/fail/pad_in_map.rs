fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|x| x + 1.0, pad(edge, xs))
    }
}

fn main() {}
