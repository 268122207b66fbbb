fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x * 2.0, xs);
        let smoothed = smooth(ys, 3);
        map(|s| s + 1.0, smoothed)
    }

    fn scalar(xs: &[f64]) -> f64 {
        let ys = map(|x| x * 2.0, xs);
        2.0 * smooth(ys, 3)
    }
}

fn main() {}
