fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x + 1.0, xs)
        let zs = map(|y| y + 1.0, ys);
        zs
    }
}

fn main() {}
