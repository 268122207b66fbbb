fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let hs = generate(|i| 0.5 * hs[i - 1] + xs[i]);
        hs
    }
}

fn main() {}
