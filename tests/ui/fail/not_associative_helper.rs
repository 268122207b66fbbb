fusus::cnf! {
    fn blend(y: f64, x: f64) -> f64 {
        KEPT * y + (1.0 - KEPT) * x
    }

    const KEPT: f64 = 0.75;

    fn smooth(xs: &[f64]) -> Vec<f64> {
        scan(0.0, blend, map(|x| x * 2.0, xs))
    }
}

fn main() {
    let _ = smooth(&[]);
}
