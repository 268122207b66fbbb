fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        scan_by(map(|x| x < 0.0, a), 0.0, |a, b| a + b, a)
    }
}

fn main() {}
