fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let pairs = xs.zip(ys);
        map(|(x, y)| x + y, pairs)
    }
}

fn main() {}
