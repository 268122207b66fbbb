fusus::cnf! {
    fn program(values: &[f64]) -> Vec<f64> {
        let doubled = map(|x| x + x, values);
        doublet
    }
}

fn main() {}
