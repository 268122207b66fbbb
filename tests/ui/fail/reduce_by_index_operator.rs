fusus::cnf! {
    fn program(counts: &[u32], at: &[u8], values: &[u32]) -> Vec<u32> {
        reduce_by_index(counts, |a, b| (a + b) as f64, at, values)
    }
}

fn main() {}
