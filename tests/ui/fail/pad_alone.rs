fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        pad(edge, xs)
    }
}

fn main() {}
