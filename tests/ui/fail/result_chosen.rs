fusus::cnf! {
    fn mean(xs: &[f64]) -> Result<f64, String> {
        let sum = fold(0.0, |a, b| a + b, xs);
        if sum > 0.0 { Ok(sum / xs.len() as f64) } else { Err("nothing".to_string()) }
    }
}

fn main() {}
