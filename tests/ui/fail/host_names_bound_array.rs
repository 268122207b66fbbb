fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let ys = map(|x| x + 1.0, xs);
        let first = ys[0];
        first
    }
}

fn main() {}
