fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([.., 0..w], |i, j| a[[i, j]] - a[[i, j - 1]])
    }
}

fn main() {}
