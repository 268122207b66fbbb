fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> usize {
        let a = reshape(xs, [h, w]);
        let n = shape(a);
        n
    }
}

fn main() {}
