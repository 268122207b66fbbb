fusus::cnf! {
    fn program(n: usize) -> Vec<f64> {
        generate(n, || 1.0)
    }
}

fn main() {}
