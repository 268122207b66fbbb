fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        recurrence(|y, x| 0.5 * y + x, xs)
    }
}

fn main() {}
