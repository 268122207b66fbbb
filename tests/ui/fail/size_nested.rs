fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|x, y| x + y, xs, filter(|x| x > 0.0, xs))
    }
}

fn main() {}
