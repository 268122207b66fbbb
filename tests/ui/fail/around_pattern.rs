fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|n| n, around(xs))
    }
}

fn main() {}
