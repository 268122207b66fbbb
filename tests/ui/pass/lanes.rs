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

fusus::cnf! {
    /// As many windows as differences, and reads of a padded array in a window of any size.
    pub fn windows_and_others(r: usize, xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let steps = generate(|i| xs[i + 2] - xs[i]);
        let sums = map(|w, s, y| s * y + fold(0.0, |a, b| a + b, w), rows(windows(3, xs)), steps, ys);
        let (p, q) = (pad(edge, xs), pad(0.0, xs));
        let near = generate(|i| {
            let z = sum(0..r, |k| q[i + k - 1]);
            sum(0..2 * r + 1, |k| { let x = p[i + k - r]; x }) + z
        });
        (map(|a, b| a + b, sums, ys), near, map(|x| x * sum(|k| p[k + 1] - q[k + 1]), xs))
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
    let (sums, near, ends) = windows_and_others(1, &[1.0, 2.0, 4.0, 8.0], &[1.0, 10.0]);
    assert_eq!(sums, [11.0, 84.0]);
    assert_eq!(near, [4.0, 8.0, 16.0, 24.0]);
    assert_eq!(ends, [8.0, 16.0, 32.0, 64.0]);
}
