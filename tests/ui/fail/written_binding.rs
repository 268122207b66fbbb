fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x + 1.0, xs);
        *ys = map(|y| y + 1.0, ys);
        ys
    }
}

fn main() {}
