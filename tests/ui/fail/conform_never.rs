fusus::cnf! {
    fn of_axes(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(xs, [3, 4]), reshape(ys, [3, 2]));
        conform(b, a)
    }

    fn of_sequences() -> Vec<usize> {
        conform(generate(3, |i| i), generate(4, |i| i))
    }
}

fn main() {}
