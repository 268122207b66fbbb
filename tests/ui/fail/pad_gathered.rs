fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let p = pad(wrap, xs);
        generate(|i| p[i / 2] + xs[i])
    }
}

fn main() {}
