use fusus::cnf;

cnf! {
    fn shares(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        map(|s, x| x / s, sums, xs)
    }
}

fn main() {}
