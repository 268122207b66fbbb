fusus::cnf! {
    fn program(h: usize, w: usize, s: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| a[[i + s * j, j]] + a[[i, j]])
    }
}

fn main() {}
