fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        p
    }
}

fn main() {}
