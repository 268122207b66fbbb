//! Names may be bound again, as in Rust.
#![deny(warnings)]

fusus::cnf! {
    fn arrays(xs: &[i32]) -> Vec<i32> {
        let xs = map(|x| x + 1, xs);
        let xs = filter(|x| x % 2 == 0, xs);
        let xs = map(|x| x * 10, xs);
        xs
    }

    fn scalars(n: i32, xs: &[i32]) -> (i32, Vec<i32>) {
        let n = n + 1;
        let a = map(|x| x + n, xs);
        let n = fold(n, |a, b| a + b, a);
        let n = n * 2;
        (n, map(|x| x - n, a))
    }

    fn kinds(n: usize, xs: &[usize]) -> Vec<usize> {
        let m = n;
        let n = map(|x| x * m, xs);
        let xs = fold(0, |a, b| a + b, n);
        map(|n| n + xs, n)
    }

    fn swap(xs: &[i32], ys: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let (xs, ys) = (ys, xs);
        (map(|x| x, xs), map(|y| y, ys))
    }

    fn hidden_table(table: &[i32], xs: &[usize]) -> (Vec<i32>, Vec<i32>) {
        let ys = map(|i| table[i], xs);
        let table = map(|y| y + 1, ys);
        (ys, table)
    }
}

#[test]
fn main() {
    assert_eq!(arrays(&[1, 2, 3]), [20, 40]);
    assert_eq!(scalars(1, &[1, 2]), (18, vec![-15, -14]));
    assert_eq!(kinds(2, &[1, 2]), [8, 10]);
    assert_eq!(swap(&[1], &[2]), (vec![2], vec![1]));
    assert_eq!(hidden_table(&[5, 6], &[1, 0]), (vec![6, 5], vec![7, 6]));
}
