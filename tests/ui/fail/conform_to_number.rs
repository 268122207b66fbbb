fusus::cnf! {
    fn program(xs: &[f64], n: usize) -> Vec<f64> {
        conform(xs, n)
    }
}

fn main() {}
