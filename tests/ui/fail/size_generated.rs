fusus::cnf! {
    fn program(n: usize) -> Vec<usize> {
        map(|a, b| a + b, generate(n, |i| i), generate(n + 1, |i| i))
    }
}

fn main() {}
