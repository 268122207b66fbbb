fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let mut ys = map(|x| x + 1.0, xs);
        ys
    }
}

fn main() {}
