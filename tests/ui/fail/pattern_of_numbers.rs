fusus::cnf! {
    fn program(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (a, b) = map(|x| x + 1.0, xs);
        (a, b)
    }
}

fn main() {}
