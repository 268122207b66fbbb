fusus::cnf! {
    fn program(n: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate((n, 3), |i, j| xs[i] * ys[j])
    }
}

fn main() {}
