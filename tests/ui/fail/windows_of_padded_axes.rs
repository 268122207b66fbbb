fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(xs, [h, w]));
        map(|w| fold(0.0, |a, b| a + b, w), rows(windows(3, p)))
    }

    fn three(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        windows([3, 3, 3], a)
    }

    fn sums(n: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        generate(|i| sum(0..n, |k| p[[i, k]]))
    }
}

fn main() {}
