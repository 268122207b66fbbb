fusus::cnf! {
    fn program(h: usize, w: usize, xs: &mut [f64], ys: &[f64]) {
        let m = reshape(xs, [h, w]);
        *m = generate(|i, j, k| ys[i] + ys[j] * ys[k + 1]);
    }
}

fn main() {}
