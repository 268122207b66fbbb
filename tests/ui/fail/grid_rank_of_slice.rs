fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate(|i, j| xs[[i, j]] + ys[i])
    }
}

fn main() {}
