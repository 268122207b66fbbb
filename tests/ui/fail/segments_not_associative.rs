fusus::cnf! {
    fn differences(heads: &[bool], xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let ys = scan_by(heads, 0.0, |a, b| a - b, xs);
        (ys, scan_exclusive_by(heads, 0.0, |a, b| a - 2.0 * b, ys))
    }
}

fusus::cnf! {
    fn groups(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, means) = keys.fold_by(0.0, |a, b| (a + b) / 2.0, xs);
        means
    }
}

fn main() {}
