fusus::cnf! {
    #[backend(sequential)]
    fn program(xs: &[f64]) -> (f64, f64) {
        let kept = filter(|x| x > 0.0, xs);
        (fold(0.0, |a, b| a + b, xs), fold(1, |a, b| a * b, kept))
    }
}

fn main() {}
