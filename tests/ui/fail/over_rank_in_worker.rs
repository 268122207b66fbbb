fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|y| sum(|k| y * a[k]), ys)
    }
}

fn main() {}
