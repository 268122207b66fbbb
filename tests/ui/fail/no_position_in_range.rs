fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        generate([5..3], |i| xs[i])
    }
}

fn main() {}
