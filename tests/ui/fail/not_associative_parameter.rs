fusus::cnf! {
    fn smooth(xs: &[f32], alpha: f32) -> Vec<f32> {
        let kept = 1.0 - alpha;
        scan(0.0, |y, x| kept * y + alpha * x, xs)
    }
}

fn main() {
    let _ = smooth(&[], 0.5);
}
