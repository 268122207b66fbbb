fusus::cnf! {
    fn start(heads: &[bool], xs: &[f64]) -> Vec<f64> {
        scan_by(heads, 0, |a, b| a + b, xs)
    }
}

fusus::cnf! {
    fn heads(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        scan_by(keys, 0.0, |a, b| a + b, xs)
    }
}

fusus::cnf! {
    fn operator(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, most) = fold_by(keys, 0.0, |a, b| a > b, xs);
        most
    }
}

fn main() {}
