fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|[a, ..]| a, around(xs))
    }
}

fn main() {}
