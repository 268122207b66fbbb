//! The moving average that everyone writes first.

fusus::cnf! {
    fn smooth(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }
}

fn main() {
    let _ = smooth(&[]);
}
