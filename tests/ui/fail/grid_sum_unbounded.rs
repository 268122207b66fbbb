fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j, u, v| a[[i + u, j + v]])
    }
}

fn main() {}
