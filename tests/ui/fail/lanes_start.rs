fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| scan_by(map(|x| x < 0.0, row), fold(0.0, f64::max, row), |a, b| a + b, row), rows(a))
    }
}

fn main() {}
