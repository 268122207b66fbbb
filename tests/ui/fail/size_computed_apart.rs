fusus::cnf! {
    fn program(w: usize, h: usize) -> Vec<usize> {
        let rows = generate(w * h, |i| i / w);
        let columns = generate(w * h + w % 1, |i| i % w);
        map(|r, c| r + c, rows, columns)
    }
}

fn main() {}
