fusus::cnf! {
    fn program(n: usize) -> usize {
        len(n)
    }
}

fn main() {}
