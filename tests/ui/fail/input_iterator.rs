fn main() {
    let xs = vec![1, 2];
    let _ = fusus::cnf! {
        map(|x| x + 1, xs.iter())
    };
}
