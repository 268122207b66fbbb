fusus::cnf! {
    fn program(s: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        generate(|i| p[i + s] - xs[i])
    }
}

fn main() {}
