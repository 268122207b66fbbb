fusus::cnf! {
    fn groups(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        fold_by(keys, 0.0, |a, b| a + b, xs)
    }

    fn named(keys: &[u32], xs: &[f64]) -> Result<(Vec<u32>, Vec<f64>), fusus::Error> {
        let sums = fold_by(keys, 0.0, |a, b| a + b, xs);
        Ok(sums)
    }

    fn states(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        recurrence(0.0, |y, x| 0.9 * y + x, xs)
    }
}

fn main() {}
