fusus::cnf! {
    #[backend(sequential)]
    fn hash(bytes: &[u8]) -> u64 {
        fold(5381, |h, byte| h * 33 + byte, map(u64::from, bytes))
    }
}

fn main() {
    let _ = hash(&[]);
}
