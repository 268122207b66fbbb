fusus::cnf! {
    fn program(xs: &[f64]) -> (f64, u32) {
        fold((0.0, 0u32), |(s, n), x| (s + x, n + 1), |(a, n), (b, m)| ((a + b) / 2.0, n + m), xs)
    }
}

fn main() {}
