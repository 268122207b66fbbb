fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate([h], |i, j| xs[i] * ys[j])
    }
}

fn main() {}
