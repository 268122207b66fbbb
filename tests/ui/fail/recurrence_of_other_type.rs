fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        recurrence(0u32, |y, x| 0.5 * y + x, xs)
    }
}

fn main() {}
