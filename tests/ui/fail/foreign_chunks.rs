fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        chunks(2, xs)
    }
}

fn main() {}
