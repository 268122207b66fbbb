fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| fold(0.0, |a, b| a + b, map(|x, y| x * y, row, filter(|x| x > 0.0, row))), rows(a))
    }
}

fn main() {}
