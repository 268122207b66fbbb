fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([h, w], |i, j| a[[i + 1, j]])
    }
}

fn main() {}
