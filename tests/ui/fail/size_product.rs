fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let pairs = cross(xs, ys);
        map(|(x, y), z| x + y + z, pairs, xs)
    }
}

fn main() {}
