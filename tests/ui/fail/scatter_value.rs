fusus::cnf! {
    fn program(xs: &[f64], at: &[usize], values: &[i32]) -> Vec<f64> {
        scatter(xs, at, values)
    }
}

fn main() {}
