fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let ys = map(|x| x + 1.0, xs);
        let first = ys[0];
        first
    }

    fn ends(xs: &[f64]) -> f64 {
        let ys = map(|x| x + 1.0, xs);
        ys[len(xs) - 1] - ys[0]
    }
}

fn main() {}
