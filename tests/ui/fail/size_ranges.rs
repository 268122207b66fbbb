fusus::cnf! {
    fn program(a: usize, b: usize, xs: &[f64]) -> Vec<f64> {
        map(|i, x| x * i as f64, a..b, xs)
    }
}

fn main() {}
