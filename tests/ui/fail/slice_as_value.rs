fusus::cnf! {
    fn rest(xs: &[f64]) -> Vec<f64> {
        xs[1..]
    }

    fn some(n: usize, xs: &[f64]) -> Vec<f64> {
        let ys = xs[1..n];
        map(|y| 2.0 * y, ys)
    }
}

fn main() {}
