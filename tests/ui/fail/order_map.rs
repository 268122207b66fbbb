fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(xs, |x| x + 1.0)
    }
}

fn main() {}
