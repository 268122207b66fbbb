fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let p = pad(nearest, xs);
        generate(|i| p[i + 1])
    }
}

fn main() {}
