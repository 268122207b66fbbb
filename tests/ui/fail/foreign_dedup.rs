fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        dedup(xs)
    }
}

fn main() {}
