fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys: [f64] = external(sorted(xs));
        map(|x, y| x + y, xs, ys)
    }
}

fn main() {}
