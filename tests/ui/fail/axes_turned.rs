fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let b = reshape(ys, [w, h]);
        map(|x, y| x + y, a, b)
    }
}

fn main() {}
