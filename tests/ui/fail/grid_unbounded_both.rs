fusus::cnf! {
    fn table() -> Vec<usize> {
        flatten(generate(|i, j| i * j))
    }
}

fn main() {}
