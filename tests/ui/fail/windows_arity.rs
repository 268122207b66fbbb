fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|w| fold(0.0, |a, b| a + b, w), rows(windows(a)))
    }
}

fn main() {}
