fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        return map(|x| x + 1.0, xs);
    }
}

fn main() {}
