fn main() {
    let (mut seen, xs) = (Vec::new(), [1, 2]);
    let _ = fusus::cnf! {
        map(|x| { seen.push(x); x }, xs)
    };
}
