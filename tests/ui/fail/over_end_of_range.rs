fusus::cnf! {
    fn program(w: usize, xs: &[f64]) -> Vec<f64> {
        generate(|i| sum(i..i * w, |k| xs[k]))
    }

    fn rows(offsets: &[usize], columns: &[usize], values: &[f64], xs: &[f64]) -> Vec<f64> {
        generate(|r| sum(offsets[r]..offsets[r + 1], |k| values[k] * xs[columns[k]]))
    }
}

fn main() {}
