fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, i, j| d[[i, j - 1]] + d[[i, j + 2]] + a[[i, j]])
    }
}

fn main() {}
