//! Empty inputs and programs that compute nothing.
#![deny(warnings)]

fusus::cnf! {
    fn nothing(xs: &[f64]) -> (Vec<f64>, f64, Vec<f64>, Vec<f64>) {
        let kept = filter(|x| x > 0.0, xs);
        (kept, fold(1.5, |a, b| a + b, xs), scan(0.0, |a, b| a + b, xs), map(|(x, y)| x + y, cross(xs, kept)))
    }

    fn given(xs: &[f64]) -> Vec<f64> {
        xs
    }

    fn number() -> u8 {
        7
    }
}

#[test]
fn main() {
    assert_eq!(nothing(&[]), (vec![], 1.5, vec![], vec![]));
    assert_eq!(given(&[1.0]), [1.0]);
    assert_eq!(number(), 7);
}
