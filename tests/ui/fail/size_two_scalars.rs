fusus::cnf! {
    fn program(n: usize, m: usize) -> Vec<usize> {
        let a = generate(n, |i| i);
        let b = generate(m, |i| i);
        map(|a, b| a + b, a, b)
    }
}

fn main() {}
