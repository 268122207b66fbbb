fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = sorted(xs);
        map(|y| y + 1.0, ys)
    }
}

fn main() {}
