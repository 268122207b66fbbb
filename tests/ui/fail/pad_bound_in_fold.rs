fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        map(|x| x / fold(0.0, |a, b| a + b, p), xs)
    }
}

fn main() {}
