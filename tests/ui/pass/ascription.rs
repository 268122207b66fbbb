//! Types may be written at any binding.
#![deny(warnings)]

fusus::cnf! {
    fn typed(xs: &[u8]) -> (Vec<u64>, f32, u64) {
        let ys: [u64] = map(|x| x.into(), xs);
        let zs: Vec<u64> = map(|y| y + 1, ys);
        let (a, b): ([u64], [f32]) = map(|z| (z, z as _), zs);
        let total: f32 = fold(0.0, |a, b| a + b, b);
        let n: u64 = len(xs) as _;
        let (lo, hi): (u64, u64) = (0.into_inner(), n);
        (a, total, lo + hi)
    }
}

trait IntoInner<T> {
    fn into_inner(self) -> T;
}

impl IntoInner<u64> for i32 {
    fn into_inner(self) -> u64 {
        self as u64
    }
}

#[test]
fn main() {
    assert_eq!(typed(&[1, 2]), (vec![2, 3], 5.0, 2));
}
