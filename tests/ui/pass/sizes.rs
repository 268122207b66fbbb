//! Sizes that agree without being the same variable.
#![deny(warnings)]

const N: usize = 3;

fusus::cnf! {
    fn named(n: usize, xs: &[usize]) -> Vec<usize> {
        let a = generate(n, |i| i);
        let b = 0..n;
        let m = len(xs);
        let c = generate(m, |i| i);
        let d = map(|a, b| a + b, a, b);
        let _e = map(|c, x| c + x, c, xs);
        d
    }

    fn constant() -> Vec<usize> {
        let a = generate(N, |i| i);
        let b = generate(N, |i| 2 * i);
        let c = generate(3, |i| i);
        let d = 0..3usize;
        let _e = map(|c, d| c + d, c, d);
        map(|a, b| a + b, a, b)
    }

    fn conformed(xs: &[i32], ys: &[i32]) -> Vec<i32> {
        let big = filter(|x| x > 1, xs);
        let ys = conform(ys, big);
        map(|a, b| a + b, big, ys)
    }

    fn products(xs: &[i32], ys: &[i32]) -> Vec<i32> {
        let a = map(|(x, y)| x + y, cross(xs, ys));
        let b = map(|(x, y)| x * y, cross(xs, ys));
        map(|a, b| a + b, a, b)
    }
}

#[test]
fn main() {
    assert_eq!(named(2, &[1]), [0, 2]);
    assert_eq!(constant(), [0, 3, 6]);
    assert_eq!(conformed(&[1, 2, 3], &[10, 20]), [12, 23]);
    assert_eq!(products(&[1, 2], &[3]), [7, 11]);
}
