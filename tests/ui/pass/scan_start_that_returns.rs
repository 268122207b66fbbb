//! The start of a scan may leave the function, and may be of the type of the elements, whatever
//! that is.

use fusus::cnf;

cnf! {
    fn program(xs: &[u16], start: Result<u16, fusus::Error>) -> Result<Vec<u16>, fusus::Error> {
        let sums = scan(start?, |a, b| a + b, xs);
        scan_exclusive((1, 0), |(a, m), (b, n)| (a * b, m + n), map(|x| (x, 1), sums))
            .map(|(_, n): (u16, u16)| n)
    }

    fn generic<T: fusus::Element + std::ops::Add<Output = T>>(xs: &[T], start: T) -> Vec<T> {
        scan(start, |a, b| a + b, xs)
    }
}

#[test]
fn main() {
    assert_eq!(program(&[1, 2, 3], Ok(1)).unwrap(), [0, 1, 2]);
    assert_eq!(generic(&[1.5, 2.0], 1.0), [2.5, 4.5]);
}
