fusus::cnf! {
    fn program(xs: &mut [f64]) -> () {
        *xs = 0.0;
    }
}

fn main() {}
