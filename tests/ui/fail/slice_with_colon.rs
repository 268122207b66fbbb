fusus::cnf! {
    fn rest(xs: &[f64]) -> Vec<f64> {
        let ys = xs[1:];
        ys
    }
}

fn main() {}
