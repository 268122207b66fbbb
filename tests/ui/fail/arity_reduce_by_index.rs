fusus::cnf! {
    fn program(at: &[u8], values: &[u32]) -> Vec<u32> {
        reduce_by_index(|a, b| a + b, at, values)
    }
}

fn main() {}
