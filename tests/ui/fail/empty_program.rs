fusus::cnf! {}

fusus::cnf! {
    fn nothing(xs: &[f64]) -> f64 {}
}

fn main() {
    let x = fusus::cnf! {};
}
