fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        map(|x| x * x, xs).product()
    }
}

fn main() {}
