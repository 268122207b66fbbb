fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x + 1.0, xs);
        map(|i| ys[i], 0..len(xs))
    }

    fn differences(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x + 1.0, xs);
        map(|i| ys[i + 1] - ys[i], 0..len(xs) - 1)
    }
}

fn main() {}
