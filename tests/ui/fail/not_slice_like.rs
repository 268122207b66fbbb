fusus::cnf! {
    fn program() -> usize {
        let map = std::collections::BTreeMap::<u8, u8>::new();
        fold(0, |n, _| n + 1, external(map))
    }
}

fn main() {}
