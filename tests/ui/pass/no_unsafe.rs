#![forbid(unsafe_code)]
#![deny(warnings, clippy::all, clippy::pedantic)]
//! What is generated is safe code.

fusus::cnf! {
    /// Everything in one.
    #[must_use]
    pub fn everything(xs: &[f64], at: &[u32], ys: &mut [f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let gathered = gather(xs, at);
        let kept = filter(|x| x > 0.0, gathered);
        let sums = scan(0.0, |a, b| a + b, kept);
        *ys = map(|y, x| y + x, ys, xs);
        let pairs = cross(kept, xs);
        let total = fold(0.0, |a, b| a + b, map(|(a, b)| a * b, pairs));
        (sums, kept, total)
    }
}

fn main() {
    let mut ys = [1.0, 1.0];
    let (sums, kept, total) = everything(&[1.0, 2.0], &[1, 0, 1], &mut ys);
    assert_eq!((sums, kept), (vec![2.0, 3.0, 5.0], vec![2.0, 1.0, 2.0]));
    assert!((total - 15.0).abs() < f64::EPSILON);
    assert!((ys[1] - 3.0).abs() < f64::EPSILON);
}
