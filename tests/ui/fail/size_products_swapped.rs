fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = map(|(x, y)| x + y, cross(xs, ys));
        let b = map(|(y, x)| x - y, cross(ys, xs));
        map(|a, b| a + b, a, b)
    }
}

fn main() {}
