fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let steps = generate(|i| xs[i + 1] - xs[i]);
        map(|x, s| x + s, xs, steps)
    }
}

fn main() {}
