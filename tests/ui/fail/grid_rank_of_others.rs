fusus::cnf! {
    fn inner(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, 2]);
        generate(|i| sum(|j| a[[j]]))
    }

    fn moved(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, 2]);
        flatten(generate(|i, j| a[[i, j]] + a[i + 1]))
    }
}

fn main() {}
