fusus::cnf! {
    fn program(xs: &[f64], at: &[f64]) -> Vec<f64> {
        gather(xs, at)
    }
}

fn main() {}
