fn side(n: usize) -> usize {
    n
}

fusus::cnf! {
    fn program(n: usize) -> Vec<usize> {
        let rows = generate(side(n), |i| i + 1);
        let columns = map(|i| i, 0..side(n));
        map(|r, c| r + c, rows, columns)
    }
}

fn main() {}
