fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let f = |x| x + 1.0;
        map(f, xs)
    }
}

fn main() {}
