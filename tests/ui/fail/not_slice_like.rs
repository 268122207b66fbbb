fusus::cnf! {
    fn program() -> u8 {
        let map = std::collections::BTreeMap::<u8, u8>::new();
        let entries: [u8] = external(map);
        fold(0, |a, b| a + b, entries)
    }
}

fn main() {}
