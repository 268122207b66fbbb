fusus::cnf! {
    fn program(h: usize, w: usize, xs: &mut [f64]) {
        let m = reshape(xs, [h, w]);
        *m = generate(|i, j| m[[i, j - 1]] + 1.0);
    }
}

fn main() {}
