fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[i64]) -> Vec<(i64, i64)> {
        let a = reshape(xs, [h, w]);
        fold_by(a, 0, |a, b| a + b, a)
    }
}

fn main() {}
