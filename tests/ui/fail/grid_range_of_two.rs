fusus::cnf! {
    fn program(n: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate(1..=n, |i, j| xs[i] * ys[j])
    }
}

fn main() {}
