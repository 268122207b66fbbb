fn main() {
    let xs = [1.0, 2.0];
    let _ = fusus::cnf! {
        let at = map(|x| x / 2.0, xs);
        gather(xs, at)
    };
}
