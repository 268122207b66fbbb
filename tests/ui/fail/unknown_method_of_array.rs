fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        xs.map(|x| x + 1.0).frobnicate()
    }
}

fn main() {}
