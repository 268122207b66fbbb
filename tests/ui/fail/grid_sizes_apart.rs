use fusus::cnf;

cnf! {
    fn table(h: usize, w: usize) -> Vec<usize> {
        generate(h, 2 * w, |i, j| i * j)
    }
}

fn main() {}
