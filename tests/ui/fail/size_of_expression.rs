fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|a, b| a + b, filter(|x| x > 0.0, xs), &xs[1..])
    }
}

fn main() {}
