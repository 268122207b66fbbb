fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        flat_map(|x| [x, x], xs)
    }
}

fn main() {}
