fusus::cnf! {
    fn program(xs: &[f64], start: Option<f64>) -> f64 {
        if let Some(start) = start {
            return start;
        }
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {}
