#![forbid(unsafe_code)]
#![deny(warnings)]

mod own {
    /// Names of one's own do not matter.
    pub fn rows(xs: &[f64]) -> usize {
        xs.len()
    }
}

fusus::cnf! {
    /// Generic elements, and a captured name in a program over rows.
    pub fn ranges<T: Copy + Send + Sync + PartialOrd + std::ops::Sub<Output = T>>(
        h: usize,
        w: usize,
        least: T,
        most: T,
        xs: &[T],
    ) -> Result<Vec<T>, fusus::Error> {
        let a = reshape(xs, [h, w]);
        map(|row| {
            let lo = fold(most, |a, b| if b < a { b } else { a }, row);
            let hi = fold(least, |a, b| if b > a { b } else { a }, row);
            hi - lo
        }, rows(a))
    }
}

#[test]
fn main() {
    let (h, w) = (2, 3);
    let xs = vec![1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    let weights = [1.0, 0.5, 0.25];
    let means = fusus::cnf! {
        let a = reshape(xs, [h, w]);
        map(|row| fold(0.0, |a, b| a + b, map(|x, w| x * w, row, weights)) / own::rows(&xs) as f64, rows(a))
    };
    assert_eq!(means.len(), 2);
    assert_eq!(ranges(2, 3, f64::MIN, f64::MAX, &xs), Ok(vec![3.0, 24.0]));
}
