fusus::cnf! {
    fn program(xs: &[f64], xs: &[f64]) -> Vec<f64> {
        map(|x| x, xs)
    }
}

fn main() {}
