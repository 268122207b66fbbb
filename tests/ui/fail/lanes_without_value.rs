fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| {
            let sum = fold(0.0, |a, b| a + b, row);
        }, rows(a))
    }
}

fn main() {}
