//! Index notation in all places and spellings.

use fusus::cnf;

const BESIDE: [i64; 4] = [1, 2, 3, 4];

cnf! {
    const REACH: usize = 2;
    const NEXT: isize = 1;

    fn constants(xs: &[i64]) -> Vec<i64> {
        generate(|i| xs[i + REACH] - xs[i - REACH])
    }

    fn spelled(xs: &[i64], weight: i64) -> Vec<i64> {
        let a = generate(move |i: usize| weight * (xs[(i) + 1] + xs[[i - 1]]));
        let b = generate(|i| -> i64 { a[1 + i] });
        b
    }

    fn hidden(xs: &[i64]) -> Vec<i64> {
        generate(|i| {
            let first = xs[i];
            let xs = [first, 10];
            let i = 1;
            xs[i] + xs[0]
        })
    }

    fn inner(xs: &[i64], table: &[i64]) -> Vec<i64> {
        generate(|i| (0..3).map(|k| table[k] * xs[i + 1]).sum::<i64>() + xs[i])
    }

    fn shadowed(a: &[i64]) -> Vec<i64> {
        let a = generate(|i| a[i + 1] - a[i]);
        let a = generate(|i| a[i + 1] - a[i]);
        a
    }

    fn tuples<T: fusus::Element>(pairs: &[(T, u8)]) -> (Vec<T>, Vec<u8>) {
        let (a, b) = generate(|i| (pairs[i].0, pairs[i + 1].1));
        (a, b)
    }

    fn counted(xs: &[i64]) -> (usize, i64) {
        let steps = at(xs, 1);
        let total = fold(0, |a, b| a + b, generate(|i| steps[i] * i as i64));
        (len(steps), total)
    }

    fn ahead(xs: &[i64]) -> Vec<i64> {
        at(xs, NEXT)
    }

    fn pictures(xs: &[i64]) -> Vec<i64> {
        map(|[a, _, c], x| c - a + x, around(xs), xs)
    }

    fn padded(xs: &[i64], outside: i64) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let p = pad(wrap, xs);
        let q = p;
        let steps = generate(|i| q[i + REACH] - p[i]);
        let ahead = at(pad(outside, xs), NEXT);
        let sums = map(|[a, _, b], x| a + b - x, around(pad(2 * outside, steps)), xs);
        (steps, ahead, sums)
    }

    fn edge_is_a_scalar_elsewhere(xs: &[i64], edge: i64) -> Vec<i64> {
        let p = pad(edge, xs);
        generate(|i| p[i - 1] * edge)
    }

    fn hosts(xs: &[i64]) -> Vec<i64> {
        let v: [i64] = external(xs.to_vec());
        generate(|i| v[i + 1])
    }
}

#[test]
fn main() {
    assert_eq!(constants(&[1, 2, 3, 4, 50]), [49]);
    assert_eq!(spelled(&[1, 2, 3, 4], 10), [40, 60]);
    assert_eq!(hidden(&[1, 2]), [11, 12]);
    assert_eq!(inner(&[1, 2, 3], &[1, 1, 2]), [9, 14]);
    assert_eq!(shadowed(&[1, 4, 9, 16]), [2, 2]);
    assert_eq!(tuples(&[('a', 1), ('b', 2), ('c', 3)]), (vec!['a', 'b'], vec![2, 3]));
    assert_eq!(counted(&[1, 2, 3]), (2, 3));
    assert_eq!(ahead(&[1, 2]), [2]);
    assert_eq!(pictures(&[1, 4, 9, 16]), [12, 21]);
    assert_eq!(padded(&[1, 4, 9], 5), (vec![8, -3, -5], vec![4, 9, 5], vec![6, -1, -2]));
    assert_eq!(edge_is_a_scalar_elsewhere(&[1, 4], 10), [10, 10]);
    assert_eq!(hosts(&[5, 6]), [6]);
    let captured = vec![1.0, 2.0, 4.0];
    assert_eq!(cnf! { generate(|i| captured[i + 1] / captured[i]) }, [2.0, 2.0]);
    assert_eq!(cnf! { generate(|i| BESIDE[i + 2]) }, [3, 4]);
    let last = 8.0;
    assert_eq!(cnf! { map(|a, b| b / a, captured, at(pad(last, captured), 1)) }, [2.0, 2.0, 2.0]);
    assert_eq!(cnf! { let p = pad(reflect, captured); generate(|i| p[i - 1]) }, [2.0, 1.0, 2.0]);
}
