use fusus::cnf;

cnf! {
    fn running(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |d, i| d[i] + xs[i])
    }

    fn down(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, i, j| d[[i, j]] + d[[i - 1, j]] + a[[i, j]])
    }
}

fn main() {}
