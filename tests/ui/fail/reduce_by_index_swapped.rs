fusus::cnf! {
    fn program(counts: &[f32], at: &[u8], values: &[f32]) -> Vec<f32> {
        reduce_by_index(counts, |a, b| a + b, values, at)
    }
}

fn main() {}
