fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let sum = fold(0.0, |a, b| a + b, xs);
        map(|x| x + 1.0, sum)
    }
}

fn main() {}
