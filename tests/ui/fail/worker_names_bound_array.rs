fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x + 1.0, xs);
        map(|i| ys[i], 0..len(xs))
    }
}

fn main() {}
