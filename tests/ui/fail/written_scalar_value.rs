fusus::cnf! {
    fn program(xs: &mut [f64]) -> () {
        *xs = fold(0.0, |a, b| a + b, xs);
    }
}

fn main() {}
