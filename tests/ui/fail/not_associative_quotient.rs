fusus::cnf! {
    fn quotients(xs: &[f32]) -> Vec<f32> {
        scan_exclusive(1.0, |a, b| a / b, xs)
    }
}

fn main() {
    let _ = quotients(&[]);
}
