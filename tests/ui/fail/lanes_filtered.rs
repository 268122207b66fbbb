fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| filter(|x| x > 0.0, row), rows(a))
    }
}

fn main() {}
