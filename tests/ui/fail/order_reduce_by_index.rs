fusus::cnf! {
    fn program(counts: &[u32], at: &[u8], values: &[u32]) -> Vec<u32> {
        reduce_by_index(|a, b| a + b, counts, at, values)
    }
}

fn main() {}
