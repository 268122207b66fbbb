fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<(f64, f64)> {
        let a = reshape(xs, [h, w]);
        let pairs = map(|row| (fold(0.0, |a, b| a + b, row), map(|x| x * 2.0, row)), rows(a));
        pairs
    }
}

fn main() {}
