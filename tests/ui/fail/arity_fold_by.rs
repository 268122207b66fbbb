fusus::cnf! {
    fn groups(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, sums) = fold_by(keys, |a, b| a + b, xs);
        sums
    }
}

fn main() {}
