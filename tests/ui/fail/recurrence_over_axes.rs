fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, i, j| d[[i - 1, j + 1]] + d[[i + 1, j - 1]] + a[[i, j]])
    }

    fn around(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, y, x| d[[y - 1, x]] + d[[y, x - 1]] + d[[y + 1, x + 1]] + a[[y, x]])
    }
}

fn main() {}
