fusus::cnf! {
    fn program(xs: &[f64]) -> usize {
        len(|x| x + 1.0)
    }
}

fn main() {}
