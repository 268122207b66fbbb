fusus::cnf! {
    fn program(xs: &mut [f64]) -> () {
        xs[0] = 1.0;
    }
}

fn main() {}
