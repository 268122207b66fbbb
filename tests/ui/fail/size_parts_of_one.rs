fusus::cnf! {
    fn differences(xs: &[f64]) -> Vec<f64> {
        let n = len(xs);
        map(|a, b| b - a, xs[..n - 1], xs[1..])
    }
}

fn main() {}
