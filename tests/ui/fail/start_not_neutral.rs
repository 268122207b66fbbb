fusus::cnf! {
    fn from_ten(bytes: &[u8]) -> u64 {
        fold(10u64, |s, b| s + b as u64, |a, b| a + b, bytes)
    }

    fn with_the_first_twice(xs: &[f64]) -> (f64, f64) {
        fold((1.0, 1.0), |(p, s), x| (p * x, s + x), |(p, s), (q, t)| (p * q, s + t), xs)
    }
}

fn main() {}
