fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|x, y| x + y, xs ys)
    }
}

fn main() {}
