fusus::cnf! {
    fn sum(xs: &[f64]) -> f64 {
        fold(0.0, f64::max, xs)
    }

    fn mean(xs: &[f64]) -> f64 {
        sum(xs) / len(xs) as f64
    }
}

fn main() {}
