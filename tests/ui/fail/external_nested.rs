fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|x| x, external(sorted(xs)))
    }
}

fn main() {}
