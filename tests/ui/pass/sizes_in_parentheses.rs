//! Parentheses in the arithmetic of a size belong to the user: nothing is said of them.
#![deny(warnings)]

fusus::cnf! {
    fn half(n: usize, xs: &[f64]) -> Vec<f64> {
        generate((n - 1) / 2, |i| xs[2 * i])
    }

    fn pairs(n: usize, xs: &[i32]) -> Vec<i32> {
        let a = reshape(xs, [(n + 1) / 2, (1 + 1)]);
        map(|row| sum(row), rows(a))
    }

    fn upper(n: usize, xs: &[i32]) -> Vec<i32> {
        generate((n + 1) / 2..n, |i| xs[i])
    }

    fn some_rows(h: usize, w: usize, xs: &[i32]) -> Vec<i32> {
        let a = reshape(xs, [h, w]);
        flatten(generate([0..(h - 1) / 2, ..], |i, j| a[[i, j]]))
    }

    fn product(n: usize) -> Vec<usize> {
        let m = n * (2 + 1) - (n + (1));
        generate(m, |i| i)
    }
}

#[test]
fn main() {
    assert_eq!(half(5, &[1.0, 2.0, 3.0, 4.0, 5.0]), [1.0, 3.0]);
    assert_eq!(pairs(3, &[1, 2, 3, 4]), [3, 7]);
    assert_eq!(upper(3, &[1, 2, 3]), [3]);
    assert_eq!(some_rows(3, 2, &[1, 2, 3, 4, 5, 6]), [1, 2]);
    assert_eq!(product(2), [0, 1, 2]);
}
