fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let b = reshape(ys, [w, h]);
        generate(|i, j| a[[i, j]] + b[[i, j]])
    }
}

fn main() {}
