fusus::cnf! {
    fn too_many(xs: &[f64]) -> (Vec<f64>, f64) {
        let s = fold(0.0, |a, b| a + b, xs);
        let ys = map(|x| x / s, xs);
        (ys, s, s)
    }

    fn more_than_one(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| 2.0 * x, xs);
        (ys, 1.0)
    }

    fn in_result(xs: &[f64]) -> Result<(Vec<f64>, f64, f64), fusus::Error> {
        let s = fold(0.0, |a, b| a + b, xs);
        Ok((xs, s))
    }
}

fn main() {}
