//! `&xs` is `xs`, and parameters may be ignored.
#![deny(warnings)]

fusus::cnf! {
    fn program(xs: &[i32], _: bool, mut n: i32) -> (Vec<i32>, i32) {
        let n = { n += 1; n };
        let ys = map(|x| x + n, &xs);
        let zs = &ys;
        let (sum, ws) = (fold(0, |a, b| a + b, &ys), map(|x, y, z| x + y + z, xs, &ys, zs));
        (&ws, sum)
    }
}

#[test]
fn main() {
    assert_eq!(program(&[1, 2], true, 1), (vec![7, 10], 7));
    let xs = vec![1, 2];
    let doubled = fusus::cnf! { let ys = &xs; map(|x, y| x + y, &xs, ys) };
    assert_eq!((doubled, xs), (vec![2, 4], vec![1, 2]));
}
