fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        windows(2, xs)
    }
}

fn main() {}
