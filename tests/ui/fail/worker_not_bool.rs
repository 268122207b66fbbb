fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        filter(|x| x, xs)
    }
}

fn main() {}
