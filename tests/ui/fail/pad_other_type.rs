fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        at(pad(true, xs), 1)
    }
}

fn main() {}
