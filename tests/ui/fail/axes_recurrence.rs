fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, a)
    }
}

fn main() {}
