fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ends = generate(2, |i| xs[i]);
        generate(|i| ends[i + 1] - ends[i - 1])
    }
}

fn main() {}
