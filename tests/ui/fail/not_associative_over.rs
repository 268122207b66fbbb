fusus::cnf! {
    fn of_columns(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|j| fold(1.0, |a, b| a - b, |i| a[[i, j]]))
    }

    fn of_several(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|x| fold(0.0, |s, y| 0.5 * s + y, |i, j| xs[i] * ys[j] * x), xs)
    }

    fn of_prefixes(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| fold(0.0, |a, b| a - b, ..=j, |k| a[[i, k]]))
    }
}

fn main() {}
