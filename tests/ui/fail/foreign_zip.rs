fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let pairs = zip(xs, ys);
        map(|(x, y)| x + y, pairs)
    }
}

fn main() {}
