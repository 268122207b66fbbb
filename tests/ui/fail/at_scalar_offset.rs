fusus::cnf! {
    fn program(xs: &[f64], n: usize) -> Vec<f64> {
        map(|x, y| x - y, xs, at(xs, n))
    }
}

fn main() {}
