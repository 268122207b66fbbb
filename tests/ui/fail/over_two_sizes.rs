fusus::cnf! {
    fn program(h: usize, w: usize, n: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let b = reshape(ys, [n, h]);
        generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))
    }
}

fn main() {}
