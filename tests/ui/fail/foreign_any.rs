fusus::cnf! {
    fn program(xs: &[f64]) -> bool {
        let found = xs.any(|x| x > 0.0);
        found
    }
}

fn main() {}
