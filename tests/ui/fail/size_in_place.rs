fusus::cnf! {
    fn program(xs: &mut [f64]) -> () {
        *xs = filter(|x| x > 0.0, xs);
    }
}

fn main() {}
