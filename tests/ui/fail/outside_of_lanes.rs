fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], starts: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row, s| recurrence(s, |y, k| 0.5 * y[k - 1] + row[k]), rows(a), starts)
    }
}

fn main() {}
