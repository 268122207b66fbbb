fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| {
            for k in 0..3 {}
            fold(0.0, |a, b| a + b, row)
        }, rows(a))
    }
}

fn main() {}
