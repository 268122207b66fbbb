fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        at(pad(reflet, xs), 1)
    }
}

fn main() {}
