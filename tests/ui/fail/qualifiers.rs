fusus::cnf! {
    const fn constant(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
    async fn later(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
    extern "C" fn foreign(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
}

fn main() {}
