fusus::cnf! {
    fn program() -> Vec<f64> {
        map(|x| x, 0.0..1.0)
    }
}

fn main() {}
