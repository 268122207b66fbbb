fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        generate(xs, |i| i as f64)
    }
}

fn main() {}
