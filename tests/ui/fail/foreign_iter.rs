fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        xs.iter().map(|x| x + 1.0).collect()
    }
}

fn main() {}
