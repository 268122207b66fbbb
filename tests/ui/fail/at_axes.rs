fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|x, y| y - x, a, at(a, [0, 1, 0]))
    }
}

fn main() {}
