fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, i, j| 2.0 * a[[i, j]])
    }
}

fn main() {}
