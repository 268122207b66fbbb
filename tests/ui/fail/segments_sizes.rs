fusus::cnf! {
    fn running(heads: &[bool], xs: &[f64]) -> Vec<f64> {
        scan_by(heads, 0.0, |a, b| a + b, filter(|x| x > 0.0, xs))
    }
}

fusus::cnf! {
    fn groups(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        let positive = filter(|x| x > 0.0, xs);
        let (groups, sums) = fold_by(keys, 0.0, |a, b| a + b, positive);
        (groups, sums)
    }
}

fusus::cnf! {
    fn beside(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        map(|x, s| x / s, xs, sums)
    }
}

fn main() {}
