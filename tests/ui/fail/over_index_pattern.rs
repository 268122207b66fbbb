fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        sum(|(k, l)| xs[k])
    }
}

fn main() {}
