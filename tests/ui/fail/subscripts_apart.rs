fusus::cnf! {
    fn shifted(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, 2]);
        flatten(generate(|i, j| a[i][j + 1]))
    }

    fn first(n: usize, xs: &[f64]) -> f64 {
        let a = reshape(xs, [n, 2]);
        sum(|i| a[i][0])
    }
}

fn main() {}
