fusus::cnf! {
    fn program(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, 2]);
        generate(|i, j| a[[i, j - 1]] + a[[i, j + 1]])
    }
}

fn main() {}
