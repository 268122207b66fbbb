fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|x| x + 1.0, fold(0.0, |a, b| a + b, xs))
    }
}

fn main() {}
