fusus::cnf! {
    fn before(xs: &[f64]) -> Vec<f64> {
        let p = pad("edge", xs);
        generate(|i| p[i - 1])
    }

    fn behind(xs: &[f64]) -> Vec<f64> {
        let p = pad("constant", xs);
        generate(|i| p[i + 1])
    }
}

fn main() {}
