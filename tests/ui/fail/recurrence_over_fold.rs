fusus::cnf! {
    fn solved(n: usize, triangle: &[f64], b: &[f64]) -> Vec<f64> {
        let a = reshape(triangle, [n, n]);
        recurrence(0.0, |x, i| (b[i] - sum(0..i, |k| a[[i, k]] * x[k])) / a[[i, i]])
    }

    fn rows(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, i, j| a[[i, j]] + fold(0.0, f64::max, 0..j, |k| d[[i - 1, k]]))
    }
}

fn main() {}
