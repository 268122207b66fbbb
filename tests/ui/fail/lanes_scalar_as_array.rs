fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| {
            let m = fold(0.0, f64::max, row);
            fold(0.0, |a, b| a + b, m)
        }, rows(a))
    }
}

fn main() {}
