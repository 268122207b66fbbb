fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let zs = 2.0 * xs;
        let sums = scan(0.0, |a, b| a + b, ys);
        let n = fold(0.0, |a, b| a + b, xs) - sums;
        map(|y| y / n, ys)
    }
}

fn main() {}
