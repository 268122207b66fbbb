fusus::cnf! {
    fn program(xs: &[f64]) -> () {
        *xs = map(|x| x + 1.0, xs);
    }
}

fn main() {}
