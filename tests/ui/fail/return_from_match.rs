fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        match xs.len() {
            0 => return 0.0,
            1 => return xs[0],
            _ => {}
        }
        let sum = fold(0.0, |a, b| a + b, xs);
        sum / 2.0
    }
}

fn main() {}
