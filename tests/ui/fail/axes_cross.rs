fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> f64 {
        let a = reshape(xs, [h, w]);
        fold(0.0, f64::max, map(|(x, y)| x - y, cross(xs, a)))
    }
}

fn main() {}
