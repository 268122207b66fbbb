fusus::cnf! {
    fn literal(xs: &[f64]) -> Vec<f64> {
        recurrence(0, |y, x| 0.9 * y + 0.1 * x, xs)
    }

    fn within(xs: &[f32]) -> f32 {
        let ys = recurrence(1u8, |y, x| y * 0.5 + x, xs);
        fold(0.0, |a, b| a + b, ys)
    }
}

fn main() {}
