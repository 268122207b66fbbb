//! `impl Trait` parameters as workers and as scalars.
#![deny(warnings)]

fusus::cnf! {
    fn transform(f: impl Fn(f64) -> f64 + Sync, offset: impl Into<f64>, xs: &[f64]) -> Vec<f64> {
        let offset = offset.into();
        map(|x| f(x) + offset, xs)
    }

    fn keep(p: &(impl Fn(u8) -> bool + Sync), xs: &[u8]) -> Vec<u8> {
        filter(|x| p(x), xs)
    }
}

#[test]
fn main() {
    assert_eq!(transform(|x| x * x, 1u8, &[1.0, 2.0]), [2.0, 5.0]);
    assert_eq!(keep(&|x| x > 1, &[1, 2, 3]), [2, 3]);
}
