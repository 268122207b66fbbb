fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| a[i, j + 1] - a[i, j])
    }
}

fn main() {}
