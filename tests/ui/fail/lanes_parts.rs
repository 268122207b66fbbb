fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let a = reshape(xs, [h, w]);
        let (sums, tops) = map(|row| {
            let sum = fold(0.0, |a, b| a + b, row);
            (sum, fold(0.0, f64::max, row), sum)
        }, rows(a));
        (sums, tops)
    }
}

fn main() {}
