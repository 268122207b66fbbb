fusus::cnf! {
    fn program(n: usize) -> Vec<usize> {
        generate([n, 1..], |i, j| i * j)
    }
}

fn main() {}
