fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.5 * y + x, xs, ys)
    }
}

fn main() {}
