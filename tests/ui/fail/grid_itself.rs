fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let b = generate(|i, j| b[[i - 1, j]] + a[[i, j]]);
        b
    }
}

fn main() {}
