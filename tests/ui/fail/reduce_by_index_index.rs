fusus::cnf! {
    fn program(xs: &[f64], at: &[f64]) -> Vec<f64> {
        reduce_by_index(xs, |a, b| a + b, at, xs)
    }
}

fn main() {}
