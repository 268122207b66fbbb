fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [1..h, w]);
        generate(|i, j| a[[i, j]])
    }
}

fn main() {}
