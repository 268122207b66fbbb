fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        rev(xs.map(|x| x + 1.0))
    }
}

fn main() {}
