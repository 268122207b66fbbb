fn main() {
    let xs = [1.0, 2.0, 3.0];
    let at = [2_usize, 0];
    fusus::cnf! { map(|x| 2 * x, gather(at, xs)) };
}
