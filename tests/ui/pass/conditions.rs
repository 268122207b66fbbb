//! Conditions and loops of host code over totals.
#![deny(warnings)]

fusus::cnf! {
    fn chosen(xs: &[f64], up: bool) -> f64 {
        let total = if up { fold(0.0, |a, b| a + b, map(|x| x + 1.0, xs)) } else { 0.0 };
        total * 2.0
    }

    fn repeated(xs: &[f64], n: usize) -> f64 {
        let most = {
            let mut most = 0.0;
            for i in 0..n {
                most += i as f64 * fold(0.0, f64::max, map(|x| x + 1.0, xs));
            }
            most
        };
        most
    }

    fn nested(qs: &[f64], xs: &[f64]) -> Vec<f64> {
        map(|q| fusus::cnf! { fold(f64::INFINITY, f64::min, map(|x| (x - q).abs(), xs)) }, qs)
    }
}

#[test]
fn main() {
    assert_eq!(chosen(&[1.0, 2.0], true), 10.0);
    assert_eq!(repeated(&[1.0, 2.0], 3), 9.0);
    assert_eq!(nested(&[1.0, 2.0], &[1.5, 4.0]), [0.5, 0.5]);
}
