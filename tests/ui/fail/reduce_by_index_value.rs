fusus::cnf! {
    fn program(xs: &[f64], at: &[usize], values: &[i32]) -> Vec<f64> {
        reduce_by_index(xs, |a, b| a + b, at, values)
    }
}

fn main() {}
