//! Reads and writes of one parameter.
#![deny(warnings)]

fusus::cnf! {
    fn before_and_after(xs: &mut [i32]) -> (i32, i32) {
        let before = fold(0, |a, b| a + b, xs);
        *xs = map(|x| x * 2, xs);
        let after = fold(0, |a, b| a + b, xs);
        (before, after)
    }

    fn twice(xs: &mut [i32], ys: &[i32]) -> Vec<i32> {
        *xs = map(|x, y| x + y, xs, ys);
        *xs = scan(0, |a, b| a + b, xs);
        xs
    }

    fn kept(xs: &mut [i32]) -> Vec<i32> {
        let old = map(|x| x, xs);
        *xs = map(|x| x + 1, xs);
        old
    }

    fn indexed(xs: &mut [i32], at: &[usize]) -> Vec<i32> {
        let old = map(|i| xs[i], at);
        *xs = map(|x| x + 1, xs);
        old
    }

    fn reversed(n: usize, xs: &mut [i32]) {
        *xs = gather(xs, map(|i| n - 1 - i, 0..n));
    }

    fn ranged(xs: &mut [usize]) {
        *xs = 0..len(xs);
    }

    fn copied(xs: &mut [i32], ys: &[i32]) {
        *xs = ys;
    }
}

#[test]
fn main() {
    let mut xs = [1, 2, 3];
    assert_eq!(before_and_after(&mut xs), (6, 12));
    assert_eq!(twice(&mut xs, &[1, 1, 1]), [3, 8, 15]);
    assert_eq!(xs, [3, 8, 15]);
    assert_eq!(kept(&mut xs), [3, 8, 15]);
    assert_eq!(indexed(&mut xs, &[2, 0]), [16, 4]);
    assert_eq!(xs, [5, 10, 17]);
    reversed(3, &mut xs);
    assert_eq!(xs, [17, 10, 5]);
    copied(&mut xs, &[1, 2, 3]);
    assert_eq!(xs, [1, 2, 3]);
    let mut ys = [9, 9];
    ranged(&mut ys);
    assert_eq!(ys, [0, 1]);
}
