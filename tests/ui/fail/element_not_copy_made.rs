fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<String> {
        map(|x| x.to_string(), xs)
    }
}

fn main() {}
