fusus::cnf! {
    fn sums(h: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, -1]);
        generate(|i| sum(|j| a[[i, j]]))
    }

    fn planes(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [-1, h, w]);
        generate(|i| sum(|j, k| a[[i, j, k]]))
    }

    fn ones() -> Vec<f64> {
        generate(-3, |_| 1.0)
    }
}

fn main() {}
