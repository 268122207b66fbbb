fusus::cnf! {
    fn program(xs: &[f64], n: usize) -> Vec<f64> {
        map(|x, y| x - y, xs, at(xs, n.pow(2)))
    }
}

fn main() {}
