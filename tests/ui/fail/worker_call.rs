fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(adder(2.0), xs)
    }
}

fn main() {}
