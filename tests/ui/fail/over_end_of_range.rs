fusus::cnf! {
    fn program(w: usize, xs: &[f64]) -> Vec<f64> {
        generate(|i| sum(i..i * w, |k| xs[k]))
    }
}

fn main() {}
