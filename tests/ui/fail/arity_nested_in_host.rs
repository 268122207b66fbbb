fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let n = len(xs) as f64;
        fold(0.0, xs) / n
    }
}

fn main() {}
