fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let large = filter(|x| x > 1.0, xs);
        recurrence(0.0, |y, x, l| 0.5 * y + x * l, xs, large)
    }
}

fn main() {}
