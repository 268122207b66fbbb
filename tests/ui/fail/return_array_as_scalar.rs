fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        map(|x| x + 1.0, xs)
    }
}

fn main() {}
