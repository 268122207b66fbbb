fn main() {
    let xs = vec![1.0, 2.0];
    let _mean: f64 = fusus::cnf! {
        if xs.is_empty() { return; }
        fold(0.0, |a, b| a + b, xs) / len(xs) as f64
    };
}
