fusus::cnf! {
    fn program(n: &mut usize, xs: &[f64]) -> () {
        *n = len(xs);
    }
}

fn main() {}
