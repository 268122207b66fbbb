fusus::cnf! {
    fn program(xs: &[f64], k: usize) -> f64 {
        let n = if k == 0 { return 0.0 } else { 1.0 / k as f64 };
        fold(n, |a, b| a + b, xs)
    }
}

fn main() {}
