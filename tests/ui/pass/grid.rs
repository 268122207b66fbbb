//! Several indices in all places and spellings.

use fusus::cnf;

cnf! {
    const REACH: usize = 1;

    fn constants(w: usize, xs: &[i64]) -> Vec<i64> {
        let h = xs.len() / w;
        let a = reshape(xs, [h, w]);
        generate(|i, j| a[[i, j + REACH]] - a[[i, j - REACH]])
    }

    fn spelled(xs: &[i64], weight: i64) -> Vec<i64> {
        let a = reshape(xs, [len(xs) / 2, 2]);
        generate(move |i: usize, j: usize| -> i64 { weight * (a[[(i) + 1, j]] + a[[i, 1]]) })
    }

    fn hidden(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        generate(|i, j| {
            let first = xs[i] * ys[j];
            let xs = [first, 10];
            let i = 1;
            xs[i] + xs[0]
        })
    }

    fn shadowed(h: usize, w: usize, a: &[i64]) -> Vec<i64> {
        let a = reshape(a, [h, w]);
        let a = generate(|i, j| a[[i + 1, j]] - a[[i, j]]);
        let a = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);
        a
    }

    fn tuples<T: fusus::Element>(w: usize, pairs: &[(T, u8)]) -> (Vec<T>, Vec<u8>) {
        let p = reshape(pairs, [2, w]);
        let (a, b) = generate(|i, j| (p[[i, j]].0, p[[0, j]].1));
        (a, b)
    }

    fn square<const N: usize>(m: &[f64]) -> Vec<f64> {
        let a = reshape(m, [N, N]);
        generate(|i, j| if i == j { a[[i, j]] } else { 0.0 })
    }

    fn of_a_filter(xs: &[i64]) -> Vec<i64> {
        let kept = filter(|x| x > 1, xs);
        let k = generate(|i, j| kept[i] * xs[j]);
        filter(|x| x % 2 == 0, k)
    }

    fn scanned(xs: &[i64]) -> Vec<i64> {
        scan(0, |a, b| a + b, flatten(generate(|i, j| xs[i] * xs[j])))
    }

    fn padded(w: usize, xs: &[i64], outside: i64) -> (Vec<i64>, Vec<i64>) {
        let a = reshape(xs, [w, w]);
        let (p, q) = (pad(outside, a), pad(wrap, a));
        let twice = p;
        (generate(|i, j| twice[[i - 1, j]] + p[[i, j + 1]]), generate(|i| q[[i, i - REACH]]))
    }

    fn named_outside(xs: &[i64]) -> Vec<i64> {
        let edge = 5;
        let p = pad({ edge }, reshape(xs, [1, len(xs)]));
        generate(|i, j| p[[i + 1, j]] + p[[i, j]])
    }

    fn nested(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let p = pad(symmetric, map(|x| x + 1, generate(|i, j| xs[i] - ys[j])));
        filter(|x| x != 0, generate(|i, j| p[[i, j]] - p[[i - 1, j - 1]]))
    }

    fn written(h: usize, w: usize, xs: &mut [i64]) {
        let m = reshape(xs, [h, w]);
        *m = generate(|i, j| m[[i - 1, j]] + m[[i, j]]);
        *m = map(|x| 2 * x, m);
    }

    fn written_and_read(xs: &mut [i64], ys: &[i64]) -> i64 {
        let m = reshape(xs, [len(ys), 2]);
        *m = generate(|i, j| ys[i] + m[[i, j]]);
        fold(0, |a, b| a + b, m)
    }

    fn sizes_of_lengths(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (n, m) = (len(xs), len(ys));
        let a = generate([n, m], |i, j| xs[i] * ys[j]);
        generate([len(xs), len(ys)], |i, j| a[[i, j]] + 1)
    }

    fn given(n: usize) -> (Vec<usize>, usize) {
        let a = generate([n, 3], |i, j| i * j);
        let [rows, columns] = shape(a);
        (generate([rows, columns], |i, j| a[[i, j]] + 1), rows + columns)
    }
}

#[test]
fn main() {
    assert_eq!(constants(3, &[1, 2, 4, 5, 6, 9]), [3, 4]);
    assert_eq!(spelled(&[1, 2, 3, 4], 10), [50, 60]);
    assert_eq!(hidden(&[1, 2], &[3]), [13, 16]);
    assert_eq!(shadowed(2, 2, &[1, 4, 9, 16]), [4]);
    assert_eq!(tuples(1, &[('a', 1), ('b', 2)]), (vec!['a', 'b'], vec![1, 1]));
    assert_eq!(square::<2>(&[1.0, 2.0, 3.0, 4.0]), [1.0, 0.0, 0.0, 4.0]);
    assert_eq!(of_a_filter(&[1, 2, 3]), [2, 4, 6, 6]);
    assert_eq!(scanned(&[1, 2]), [1, 3, 5, 9]);
    assert_eq!(given(2), (vec![1, 1, 1, 1, 2, 3], 5));
    let both = padded(2, &[1, 2, 3, 4], 10);
    assert_eq!(both, (vec![12, 20, 5, 12], vec![2, 3]));
    assert_eq!(named_outside(&[1, 2]), [6, 7]);
    assert_eq!(nested(&[1, 2], &[1]), [1]);
    let mut xs = [1, 2, 3, 4];
    written(2, 2, &mut xs);
    assert_eq!(xs, [2, 4, 8, 12]);
    assert_eq!(written_and_read(&mut xs, &[1, 2]), 26 + 6);
    assert_eq!(sizes_of_lengths(&[1, 2], &[3]), [4, 7]);
    let (rows, columns) = (vec![1, 2], vec![10, 20]);
    assert_eq!(cnf! { generate(|i, j| rows[i] + columns[j]) }, [11, 21, 12, 22]);
}
