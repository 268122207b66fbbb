fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let steps = generate(|i| xs[i + 1] - xs[i]);
        map(|w, s| s * fold(0.0, |a, b| a + b, w), rows(windows(3, xs)), steps)
    }

    fn sums(xs: &[f64]) -> Vec<f64> {
        let sums = map(|w| fold(0.0, |a, b| a + b, w), rows(windows(3, xs)));
        map(|x, s| x - s, xs, sums)
    }
}

fn main() {}
