fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|lane| fold(0.0, |a, b| a + b, lane), lanes(2, a))
    }
}

fn main() {}
