fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        fn double(x: f64) -> f64 { 2.0 * x };
        map(double, xs)
    }
}

fn main() {}
