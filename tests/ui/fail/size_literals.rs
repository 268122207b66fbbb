fusus::cnf! {
    fn program() -> Vec<usize> {
        let a = generate(3, |i| i);
        let b = generate(4, |i| i);
        map(|a, b| a + b, a, b)
    }
}

fn main() {}
