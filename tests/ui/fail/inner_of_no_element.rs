fusus::cnf! {
    fn scalar(qs: &[f64], xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b * fold(0.0, f64::max, xs), qs)
    }

    fn array(qs: &[usize], xs: &[f64]) -> Vec<f64> {
        map(|q| scan(0.0, |a, b| a + b, xs)[q], qs)
    }

    fn in_a_macro(qs: &[f64], xs: &[f64]) -> Vec<String> {
        map(|q| format!("{q} of {}", fold(0.0, f64::max, xs)), qs)
    }
}

fn main() {}
