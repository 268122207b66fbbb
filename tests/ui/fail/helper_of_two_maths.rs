fusus::cnf! {
    fn wave(x: f64) -> f64 { 0.5 * x.sin() }

    fn one(xs: &[f64]) -> Vec<f64> { map(|x| wave(x), xs) }

    #[cnf(math = "std")]
    fn two(xs: &[f64]) -> Vec<f64> { map(|x| wave(x) + 1.0, xs) }
}

fn main() {}
