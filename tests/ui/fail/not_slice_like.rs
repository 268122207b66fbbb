fusus::cnf! {
    fn program() -> usize {
        let map = std::collections::BTreeMap::<u8, u8>::new();
        let entries: [u8] = external(map);
        fold(0, |a, b| a + b, map(|_| 1, entries))
    }
}

fn main() {}
