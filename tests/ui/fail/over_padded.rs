fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        map(|y| y * sum(|k| p[k + 1] - y), ys)
    }
}

fn main() {}
