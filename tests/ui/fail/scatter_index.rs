fusus::cnf! {
    fn program(xs: &[f64], at: &[f64]) -> Vec<f64> {
        scatter(xs, at, xs)
    }
}

fn main() {}
