fn main() {
    let (cell, xs) = (std::cell::Cell::new(0), [1, 2]);
    let _ = fusus::cnf! {
        map(|x| { cell.set(x); x }, xs)
    };
}
