fusus::cnf! {
    fn mean(xs: &[f64]) -> Result<f64, String> {
        let sum = fold(0.0, |a, b| a + b, xs);
        sum / xs.len() as f64
    }
}

fn main() {}
