fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|x| external(x.sin()), xs)
    }
}

fn main() {}
