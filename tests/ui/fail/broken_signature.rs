fusus::cnf! {
    fn broken(xs &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    fn whole(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {
    whole(&[1.0]);
}
