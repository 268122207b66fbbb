fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let kept = filter(|x| x > 0.0, xs);
        fold(0.0, |s, x, y| s + x * y, |a, b| a + b, xs, kept)
    }
}

fn main() {}
