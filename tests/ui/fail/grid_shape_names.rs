fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> usize {
        let a = reshape(xs, [h, w]);
        let [n, m, k] = shape(a);
        n + m + k
    }
}

fn main() {}
