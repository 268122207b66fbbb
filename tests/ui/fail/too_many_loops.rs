fusus::cnf! {
    #[cnf(loops = 1)]
    fn normalise(xs: &[f64]) -> Vec<f64> {
        let sum = fold(0.0, |a, b| a + b, xs);
        map(|x| x / sum, xs)
    }
}

fn main() {}
