fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|[a, b]| a + b, around(xs))
    }
}

fn main() {}
