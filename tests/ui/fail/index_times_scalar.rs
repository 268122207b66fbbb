fusus::cnf! {
    fn strided(s: usize, xs: &[f64]) -> Vec<f64> {
        generate(|i| xs[s * i])
    }

    fn total(s: usize, xs: &[f64]) -> f64 {
        sum(|i| xs[s * i])
    }

    fn rows_of(w: usize, xs: &[f64]) -> Vec<f64> {
        flatten(generate(|i, j| xs[w * i + j]))
    }
}

fn main() {}
